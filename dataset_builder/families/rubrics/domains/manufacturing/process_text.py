"""The words of technical instructions for a bonded panel."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.domains.manufacturing.process_world import MINUTES, STATIONS, ProcessWorld
from dataset_builder.families.rubrics.paper import MARK, Cell
from dataset_builder.families.rubrics.plots import Axis, Series, plot


def _steps(entries: Sequence[str | Markup]) -> Markup:
    return p.items(entries, "steps", "1")


def chapters(world: ProcessWorld) -> list[Markup]:
    """Return the chapters, each a list of blocks put together."""
    (ta, ca), (tb, cb) = world.flash
    (ti, tif), (al, alf) = world.drill
    thin, thick = world.soak
    return [
        p.join([
            p.head(2, "1  What this is for"),
            "These instructions cover galley and partition panels of honeycomb core with skins of glass laminate and metal doublers, bonded on line "
            f"{world.line}. They begin when kits are received and end when a panel is handed to assembly with its traveler signed.",
            "Where a drawing asks for more, the drawing is followed. Where it asks for less, ask the process owner; a drawing can not take a step away. Habits of other lines, and what suppliers' leaflets say, do not count here.",
            p.head(3, "1.1  Words"),
            p.table([["Word", "Meaning here"]], [
                ("Kit", "Core, skins, doublers, film and inserts of one panel, in one bag with one traveler."),
                ("Doubler", "Sheet of titanium or aluminum bonded under fittings."),
                ("Out time", "All hours that a roll of film has been above minus 12 °C, added up over its life."),
                ("Zone", "Part of a panel's face by how it is seen; drawn on the traveler, limits in appendix A."),
                ("Release", "Signature of the line inspector in box 14 of the traveler."),
                ("Tap test", "Listening with a steel disc of 25 g, on a grid."),
            ], "grid", widths=("18%", "82%")),
            p.head(3, "1.2  People"),
            "Bonding is done by people on the list at the door of the layup room. Someone who has not bonded for three months makes a trial panel first. Trainees do not sign. The autoclave is run by two people, one of whom stays within sight of the panel until pressure is on.",
            p.head(3, "1.3  Safety"),
            p.items([
                "Primer and solvent vapors: extraction on, cartridge masks, no hot work within ten meters.",
                "Autoclave: door interlock is tested with every first load of a shift. Nobody goes in alone.",
                "Titanium chips burn. Keep a lid and dry sand at the bench; water and foam make it worse.",
                "Dust of laminate: suck it off at the tool. Do not blow it off skin or clothes.",
            ]),
        ]),
        p.join([
            p.head(2, "2  The line"),
            "Figure 2-1 shows the stations. Panels follow the arrows. Inside the dashed outline gloves without powder, overshoes and hoods are worn, and phones, lip balm and sprays stay out.",
            p.figure(_layout(world), f"Figure 2-1  Line {world.line}. Dashed: clean zone.", "layout"),
            p.head(3, "2.1  Air"),
            "In the clean zone 18 to 26 °C and 35 to 60% relative humidity, on the recorder by the door. When the recorder shows something else for more than half an hour, cover open bonds with film and stop. Count of particles is made on the first Monday of a month.",
            p.head(3, "2.2  Moving panels"),
            "Panels are carried by two people, upright, on padded racks. A primed part that touches a bare hand goes back to abrading. Racks of raw parts do not enter the clean zone; parts are handed over at the hatch.",
            p.head(3, "2.3  Film"),
            f"Film comes from the freezer in its bag and stays in it until the bag is dry outside. Write date and hour on the tag each way. [[m.out|The out time of a roll must not exceed {world.out} hours]]; a roll over it is marked and goes to training.",
            p.table([["Film", "Use", "Mass, g/m²", "Freezer life"]], [("BF-2", "Skins to core", "300", "12 months"), ("BF-5", "Doublers to skins", "145", "9 months"), ("SP-1", "Splices, inserts", "paste", "6 months")], "grid"),
        ]),
        p.join([
            p.head(2, "3  Surfaces"),
            "Metal and laminate are prepared within one shift of primer. The two cells of the line do this in ways of their own; their steps stand side by side below and are not mixed.",
            Markup('<div class="cells"><div><h4>Cell A, by hand</h4>{}</div><div><h4>Cell B, robot</h4>{}</div></div>').format(
                _steps([
                    "Wipe with two cloths, one wet, one dry, until the dry one stays white.",
                    "Abrade with red pad, crosswise, until gloss has gone.",
                    f"[[a.dry|Rinse with deionized water and dry {ta} minutes at {ca} °C.]]",
                    "Look at the film of water: it must hold without break for 30 seconds before drying.",
                    "Prime with brush, one coat, straw color.",
                    "Hang for an hour, then wrap in brown paper.",
                ]),
                _steps([
                    "Load on frame 3, doublers with the marked side down.",
                    "Degrease in vapor for four minutes.",
                    "[[b.blast|Blast with white corundum, 180 mesh, at 2.5 bar.]]",
                    f"[[b.dry|Blow off and dry {tb} minutes]] at [[b.temp|{cb} °C]].",
                    "Prime by program 12, 5 to 9 µm.",
                    "Measure five points; enter them in the traveler.",
                ]),
            ),
            "[[s.wipe|After abrading or blasting do not wipe with solvent, not even with a clean cloth.]] It spreads what it takes up; panels wiped so peeled at half the strength. If a surface has been touched, abrade it again.",
            "Primed parts keep for 72 hours wrapped, 8 hours open. Primer that is not dry to the touch after an hour is stripped, not helped with heat.",
        ]),
        p.join([
            p.head(2, "4  Layup"),
            p.clauses([
                ("4.1", "Lay the tool side skin first, printed side down, and tape its corners to the plate. Film BF-2 goes on with the bag side up; roll it from the middle, prick bubbles, and peel the backing at a flat angle."),
                ("4.2", p.join([p.para("Set the core. Splices are made with SP-1, and not within 100 mm of an insert. Then:"), p.clauses([
                    ("a.", "press it by hand, beginning at a corner;"),
                    ("b.", "fill edges with paste to the depth that the drawing gives;"),
                    ("c.", p.join([p.para("let the stack rest under vacuum of at least 0.6 bar:"), p.clauses([
                        ("i.", f"[[r.thin|core up to 12 mm, {thin} minutes]];"),
                        ("ii.", f"[[r.thick|core over 12 mm, {thick} minutes]];"),
                    ])])),
                    ("d.", "vent slowly and look for prints of cells."),
                ])])),
                ("4.3", "Doublers: film BF-5 on the primed side, cut 2 mm over. Pin with peel pins, never tape. Enter the roll in the traveler."),
                ("4.4", "Second skin as the first. Mark the direction of the warp on the edge, with pencil."),
                ("4.5", "Bag: one ply of peel cloth, one of breather, two probes under the middle and the coldest corner. Leak test: not more than 0.05 bar in five minutes with the pump off."),
                ("4.6", "Each load has a test strip of the same film, skin and age, on the same plate. Its number is that of the load with a T."),
            ], "spec"),
            "Panels wait under vacuum for no more than two shifts. Over a weekend film is not laid.",
        ]),
        p.join([
            p.head(2, "5  Cure"),
            "Load with the probes connected, close, and run program 7. Figure 5-1 shows what the recorder must show, measured at the coldest probe. Vacuum is vented when pressure passes 1 bar.",
            p.figure(_cure(world), "Figure 5-1  Cure of panels up to 32 mm. Temperature: left axis. Pressure: right axis.", "cure"),
            p.items([
                "Temperature may differ by 4 °C, pressure by 0.2 bar. Time begins when the door is locked.",
                "A stop of less than ten minutes below 80 °C is written down and the program goes on. Above 80 °C it ends the cure; the load is kept and the process owner asked.",
                "Open at a probe temperature below 55 °C. Panels lie flat for an hour.",
                "Strip the bag from the short side. Peel cloth stays on where paint or bond follows.",
            ]),
            "The record is signed by both and goes with the travelers of the load. Curves on paper are kept for eight years.",
        ]),
        p.join([
            p.head(2, "6  Trim and drill"),
            "Trim with a diamond-coated disc, two passes, the second half a millimeter. Edges are sealed the same day. Do not use a band saw; it lifts the skin.",
            p.head(3, "6.1  Holes through doublers"),
            "Holes are drilled after cure, through template and bushing, from the doubler side. Use drills of solid carbide with a point of 130 degrees, and change them after the number of holes on the card.",
            p.table([["Doubler", Cell("Speed, 1/min", kind="n"), Cell("Feed, mm a turn", kind="n"), "Holes to a drill"]], [
                ("Titanium", Cell(p.mark("ti.speed", str(ti)), kind="n"), Cell(p.mark("ti.feed", f"{tif:g}"), kind="n"), "25"),
                ("Aluminum", Cell(p.mark("al.speed", f"{al:,}"), kind="n"), Cell(p.mark("al.feed", f"{alf:g}"), kind="n"), "120"),
            ], "grid", caption="Hole diameter 4.8 to 6.4 mm"),
            "[[d.dry|Drill dry. No coolant, mist or lubricant is used on any bonded panel]]: it creeps under the skin and into the core, and bonds opened there after months in service. [[d.peck|Do not peck: one stroke at full feed, without dwell at the bottom.]] Heat is kept down by sharp drills and suction at the bushing.",
            "Deburr with a hand tool. Countersinks are cut with a stop cage, set on a scrap of the same stack. Holes out of place are not filled at the line.",
            p.head(3, "6.2  Inserts"),
            "Bore core to the depth of the insert and 0.4 mm more, undercut by 2 mm, inject paste until it comes out at the second hole, and leave the tab on for 24 hours. Pull one insert in fifty to half its rated load.",
        ]),
        p.join([
            p.head(2, "7  Checks and release"),
            f"Every panel is looked at under a lamp at a low angle and tapped on a grid of [[t.grid|{world.taps} mm]]. [[d.app|Dents, prints and scratches are judged by appendix A, with the zone from the traveler.]] Flatness is measured on the granite, free, at eight points.",
            f"The test strip of the load is peeled. [[t.peel|Strength must be at least {world.peel:g} N/mm]], mean of three, and [[t.age|it is not peeled before {world.age} hours from the end of cure]].",
            "A panel is released when its own checks are good, when strip and record of its load are good, and when what chapter 2.3 asks of the film has been shown. Panels wait on the yellow rack until then. Nobody releases a panel that he laid up.",
            p.head(3, "7.1  When something is wrong"),
            p.items([
                "Voids that are heard over less than 30 mm, not within 50 mm of an edge: mark, fill with SP-1 through two holes of 1.5 mm, tap again. One such repair to a panel.",
                "Voids over doublers: no repair at the line.",
                "Weak strip: the load is quarantined as a whole. A second strip may be cut from an offcut, with the engineer present.",
                "Missing curve: the load is scrapped, since nothing else proves the cure.",
            ]),
            p.head(3, "7.2  Records"),
            "Traveler, tags of film, curve, peel sheet, readings of primer. The set is scanned and filed under the load. Corrections are struck with one line, dated and signed; nothing is taped over.",
        ]),
        p.join([
            p.head(2, "Appendix A  Limits of appearance"),
            "By zone. Depth with a dial gauge on a bridge of 100 mm. Where two limits meet at a line between zones, the stricter holds.",
            p.table([[Cell("Defect", rows=2), Cell("Zone", columns=3, kind="c")], [Cell(str(k), kind="c") for k in (1, 2, 3)]], [
                ["Dent, greatest depth, mm", *(Cell(p.mark(f"dent.{k}", f"{one:g}"), kind="c") for k, one in enumerate(world.dent, 1))],
                ["Dents in a square meter", Cell("1", kind="c"), Cell("3", kind="c"), Cell("6", kind="c")],
                ["Prints of cells", Cell("none", kind="c"), Cell("faint", kind="c"), Cell("allowed", kind="c")],
                ["Scratch that a nail feels, mm", Cell("none", kind="c"), Cell("25", kind="c"), Cell("90", kind="c")],
                ["Resin ridge, height, mm", Cell("0.05", kind="c"), Cell("0.15", kind="c"), Cell("0.35", kind="c")],
            ], "grid"),
            p.head(2, "Appendix B  Tools and gauges"),
            p.table([["Tool", "Checked every", "By"]], [
                ("Recorder of the autoclave", "6 months", "Outside laboratory"), ("Probes", "100 cures", "Line, ice and boiling water"), ("Vacuum gauges", "3 months", "Line"), ("Peel machine", "12 months", "Outside laboratory"),
                ("Dial bridge", "each shift", "Inspector, on glass"), ("Tap disc", "each shift", "Weighed"), ("Primer gauge", "each shift", "Two foils"), ("Torque driver of inserts", "1 month", "Tool room"),
            ], "grid"),
            p.head(2, "Appendix C  Changes"),
            p.table([["Rev.", "What", "Why"]], [
                (str(int(world.revision) - 2), "Program 7 replaces 5; figure 5-1 drawn new", "Larger loads"), (str(int(world.revision) - 1), "Corundum replaces glass beads in cell B", "Dust in primer"), (world.revision, "Zone 3 added in appendix A; trainees do not sign", "Audit"),
            ], "grid"),
        ]),
    ]  # fmt: skip


def _layout(world: ProcessWorld) -> Markup:
    out = [
        '<svg width="640" height="250" viewBox="0 0 640 250"><rect x="4" y="4" width="632" height="242" fill="#f7f7f4" stroke="#333" stroke-width="1.5"/>'
    ]
    boxes = {}
    for k, name in enumerate(STATIONS):
        column, row = (k, 0) if k < 5 else (9 - k, 1)
        boxes[name] = (22 + column * 122, 40 + row * 116)
    for row in (0, 1):
        inside = [boxes[name] for name in world.clean if boxes[name][1] == 40 + row * 116]
        if inside:
            left, right = min(x for x, _ in inside), max(x for x, _ in inside) + 104
            out.append(
                f'<rect x="{left - 9}" y="{26 + row * 116}" width="{right - left + 18}" height="{98 if row == 0 else 92}" fill="#dcebf5" stroke="#1d5b8f" stroke-width="1.6" stroke-dasharray="7 4"/>'
            )
    names = list(boxes)
    for name, after in pairwise(names):
        (x, y), (u, v) = boxes[name], boxes[after]
        path = (
            f"M{x + 104} {y + 32}H{u - 3}"
            if y == v and u > x
            else f"M{x} {y + 32}H{u + 107}"
            if y == v
            else f"M{x + 52} {y + 64}V{v - 3}"
        )
        tip = "l-5 -3m5 3l-5 3" if y == v and u > x else "l5 -3m-5 3l5 3" if y == v else "l-3 -5m3 5l3 -5"
        out.append(f'<path d="{path}{tip}" fill="none" stroke="#333" stroke-width="1.3"/>')
    for k, name in enumerate(STATIONS):
        x, y = boxes[name]
        out.append(f'<rect x="{x}" y="{y}" width="104" height="64" fill="#fff" stroke="#222"/>')
        out.append(
            f'<a href="{MARK}st.{k}"><text x="{x + 52}" y="{y + 30}" font-size="11" font-weight="600" text-anchor="middle">{name}</text></a><text x="{x + 52}" y="{y + 47}" font-size="9" text-anchor="middle">Station {world.line}{world.places[k]}</text>'
        )
    return Markup("".join(out) + "</svg>")


def _cure(world: ProcessWorld) -> Markup:
    return plot(
        "cure",
        [
            Series("temp", "Temperature", tuple(zip(map(float, MINUTES), world.temperature, strict=True))),
            Series("rightbar", "Pressure", tuple(zip(map(float, MINUTES), world.pressure, strict=True)), right=True),
        ],
        Axis("Minutes from locking the door", tuple(map(float, MINUTES))),
        Axis("Temperature, °C", (0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0, 140.0)),
        right=Axis("Pressure, bar", (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0)),
        width=600,
        height=320,
        colours=("#8a1c1c", "#1d4f8f"),
    )  # fmt: skip
