"""The eleven capability axes (GDP.pdf, Table 4) and the mechanisms by which items test them.

A mechanism is what makes a reader err: it belongs to one axis, and any domain may build items from it.
"""

from __future__ import annotations

TIERS: dict[str, tuple[str, ...]] = {
    "tier1": ("correctness_completeness", "grounding", "spatial_awareness"),
    "tier2": ("reading_flow", "typographic_hierarchy", "standard_tables", "charts_multimodal"),
    "tier3": ("complex_tables", "cross_referencing", "artifact_noise", "unsupported_queries"),
}
AXES: tuple[str, ...] = tuple(axis for axes in TIERS.values() for axis in axes)

MECHANISMS: dict[str, dict[str, str]] = {
    "correctness_completeness": {
        "all_conditions": "a rule has several conditions, and the answer needs every one of them",
        "scattered_members": "members of one list stand in several places",
        "exact_wording": "two figures or terms differ in a detail that a summary would smooth over",
        "full_total": "a sum has parts that are easily left out",
    },
    "grounding": {
        "prior_override": "the document says otherwise than general knowledge of the trade does",
        "defined_term": "a defined term means something else than in everyday speech",
        "document_only": "the document settles one thing and leaves another to be filled in from memory",
        "local_rule": "the document's own rule of rounding, counting or ordering replaces the usual one",
    },
    "spatial_awareness": {
        "symbol_count": "symbols of a plan must be found by its legend and counted",
        "neighbour_place": "the answer is what stands beside, above or within something on the page",
        "stamp_target": "a stamp, bracket or mark belongs to what it stands on",
        "route_or_zone": "a zone or route of a drawing decides",
    },
    "reading_flow": {
        "column_order": "text goes on in the next column, not across",
        "sidebar_aside": "a sidebar interrupts a text that it does not belong to, or qualifies it",
        "interrupted_steps": "steps go on behind a figure or box",
        "side_by_side": "two texts stand side by side and look like one",
    },
    "typographic_hierarchy": {
        "heading_scope": "a rule holds only under its heading",
        "emphasis_meaning": "italics, bold or strikethrough mean something that a legend tells",
        "nested_bullets": "a sub-item qualifies its own item only",
        "outline_number": "a reference names a place in the outline",
    },
    "standard_tables": {
        "neighbour_column": "two columns look alike and only one is asked for",
        "merged_header": "a header spans several columns, or a cell several rows",
        "band_edge": "a value falls on or beside the edge of a band",
        "status_column": "a word in one column is about that column only",
    },
    "charts_multimodal": {
        "log_axis": "a value stands on a logarithmic axis",
        "legend_match": "series are told apart by the legend only",
        "dual_axis": "two axes serve two series",
        "figure_note": "a note under the figure changes what it shows",
        "range_band": "a shaded zone of a figure decides",
    },
    "complex_tables": {
        "page_break_header": "a table goes on over a page without its header",
        "nested_header": "headers stand in several levels",
        "carried_group": "a group's name stands once, pages before the row",
        "repeated_row": "rows look alike and differ by what stands over them",
    },
    "cross_referencing": {
        "footnote_override": "a footnote changes the value that it is attached to",
        "exclusion_after_grant": "an exclusion takes away what a grant gives",
        "distant_definition": "a definition pages away decides",
        "appendix_lookup": "the text sends the reader to an appendix",
    },
    "artifact_noise": {
        "superseded_amendment": "an amendment replaces earlier text that still stands",
        "struck_or_void": "struck or voided matter still can be read",
        "running_matter": "running heads, watermarks or form numbers look like content",
        "corrected_page": "an erratum or correction slip changes a value",
    },
    "unsupported_queries": {
        "redacted_value": "what is asked is blacked out or left blank",
        "never_reported": "what is asked is not in the document, though its neighbours are",
        "conclusion_unsupported": "the document does not support the conclusion asked for",
        "missing_attachment": "the document refers to something that is not part of it",
    },
}
"""What each mechanism does, by axis."""

AXIS_OF: dict[str, str] = {name: axis for axis, members in MECHANISMS.items() for name in members}

FAILURE_MODES: dict[str, str] = {
    "ignored_footnote": "a footnote is not followed",
    "stopped_at_grant": "reading stops before the exclusion or exception",
    "superseded_text": "replaced text is quoted as in force",
    "wrong_row": "the value of another row",
    "wrong_column": "the value of another column",
    "lost_alignment": "rows and headers of a table no longer agree",
    "wrong_section": "a real rule that does not govern",
    "everyday_meaning": "a defined term is taken at its everyday meaning",
    "prior_knowledge": "general knowledge overrides the document",
    "fabricated_value": "a value or fact that the document does not have",
    "misread_chart": "a figure is misread",
    "miscounted": "something is counted wrong",
    "misplaced": "something is taken to stand elsewhere than it does",
    "dropped_item": "part of the answer is left out",
    "wrong_order": "the order is wrong",
    "reading_order": "text is read in the wrong order",
    "hierarchy_ignored": "what headings, nesting or emphasis say is not heeded",
    "noise_as_content": "an artefact is taken for content",
    "arithmetic_slip": "the right values are combined wrongly",
    "overreach": "a conclusion that the document does not support",
    "overcautious": "says that the document does not tell what it does tell",
}
"""Ways in which fluent answers go wrong (GDP.pdf, Tables 3 and 5, section 5.3); every trap is of one."""


def tier_of(axis: str) -> str:
    """Return the tier of an axis."""
    return next(tier for tier, axes in TIERS.items() if axis in axes)
