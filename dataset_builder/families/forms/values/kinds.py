"""The kinds of value that a form's blank can ask for, and how printed words tell which one it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dataset_builder.families.forms.model import Widget


@dataclass(frozen=True)
class Kind:
    """One kind of value: what it is, and how one looks."""

    meaning: str
    example: str


KINDS: dict[str, Kind] = {
    # people
    "full_name": Kind("a person's name, given name first", "Maria T. Alvarez"),
    "last_first_name": Kind("a person's name, family name first", "Alvarez, Maria T."),
    "last_name": Kind("family name", "Alvarez"),
    "first_name": Kind("given name", "Maria"),
    "middle_name": Kind("middle name", "Teresa"),
    "middle_initial": Kind("middle initial", "T"),
    "first_and_middle": Kind("given name and middle initial in one blank", "Maria T."),
    "name_and_title": Kind("a person's name and position in one blank", "Maria T. Alvarez, Contract Specialist"),
    "name_prefix": Kind("form of address", "Mrs."),
    "name_suffix": Kind("generational suffix", "Jr."),
    "other_name": Kind("maiden name or another name used", "Maria Teresa Ortiz"),
    "initials": Kind("a person's initials", "MTA"),
    "signature_name": Kind("a name typed on a signature line; usually left empty", "Maria T. Alvarez"),
    "person_or_organization": Kind("a party that may be a person or a firm", "Kestrel Supply LLC"),
    # organisations and work
    "organization": Kind("business or other organisation", "Kestrel Supply LLC"),
    "agency": Kind("government agency", "Department of Labor"),
    "department": Kind("office, branch or unit of an organisation", "Office of Procurement"),
    "job_title": Kind("position held", "Contract Specialist"),
    "occupation": Kind("what somebody works as", "Electrician"),
    # addresses
    "street_address": Kind("house number and street", "1418 Alder Court"),
    "unit_number": Kind("apartment, suite or floor", "12B"),
    "address_line_2": Kind("second line of an address", "Apt 12B"),
    "po_box": Kind("post office box", "PO Box 482"),
    "city": Kind("city or town", "Duluth"),
    "state": Kind("state, two letters", "MN"),
    "state_name": Kind("state, in full", "Minnesota"),
    "zip": Kind("ZIP code, five digits", "55804"),
    "zip_plus_four": Kind("ZIP code, nine digits", "55804-1136"),
    "zip_extension": Kind("last four of a nine digit ZIP code", "1136"),
    "city_state": Kind("city and state in one blank", "Duluth, MN"),
    "city_state_zip": Kind("city, state and ZIP code in one blank", "Duluth, MN 55804"),
    "full_address": Kind("the whole address in one blank", "1418 Alder Court, Duluth, MN 55804"),
    "county": Kind("county", "St. Louis County"),
    "country": Kind("country", "United States"),
    "province": Kind("province or region of a foreign address", "Nouvelle-Aquitaine"),
    "postal_code": Kind("postal code of a foreign address", "33000"),
    "place_of_birth": Kind("city and state or country of birth", "Bordeaux, France"),
    # contact
    "phone": Kind("telephone number", "(218) 555-0142"),
    "area_code": Kind("area code alone", "218"),
    "phone_rest": Kind("telephone number without area code", "555-0142"),
    "phone_extension": Kind("extension", "204"),
    "fax": Kind("fax number", "(218) 555-0177"),
    "email": Kind("e-mail address", "maria.alvarez@example.com"),
    "website": Kind("web site", "www.kestrelsupply.example"),
    # numbers that identify
    "ssn": Kind("social security number, from never issued ranges", "912-04-5518"),
    "ssn_first3": Kind("first three digits of it", "912"),
    "ssn_middle2": Kind("middle two digits of it", "04"),
    "ssn_last4": Kind("last four digits of it", "5518"),
    "ein": Kind("employer identification number", "07-4419302"),
    "ein_first2": Kind("first two digits of it", "07"),
    "ein_last7": Kind("last seven digits of it", "4419302"),
    "ssn_or_ein": Kind("taxpayer identification number of either sort", "912-04-5518"),
    "a_number": Kind("alien registration number", "A987654321"),
    "passport_number": Kind("passport or travel document number", "X48210397"),
    "driver_license": Kind("driver's licence number", "D482-1039-7710"),
    "military_id": Kind("service or DoD identification number", "1948201377"),
    "case_number": Kind("court case number", "3:24-cv-01482"),
    "docket_number": Kind("docket or appeal number", "24-1482"),
    "file_number": Kind("an agency's file number", "C 28 411 907"),
    "claim_number": Kind("claim number", "CLM-4820173"),
    "policy_number": Kind("insurance policy or member number", "HP 4820-17733"),
    "account_number": Kind("account number", "482017733910"),
    "account_last4": Kind("last four digits of an account number", "3910"),
    "routing_number": Kind("bank routing number, from unassigned ranges", "402817736"),
    "license_number": Kind("professional licence, permit or registration number", "LIC-48201"),
    "bar_number": Kind("attorney's bar number", "482017"),
    "receipt_number": Kind("immigration receipt number", "LIN4948201733"),
    "contract_number": Kind("contract, grant, order or agreement number", "GS-48F-0173-24"),
    "committee_id": Kind("election committee identification number", "C00948201"),
    "npi": Kind("ten digit identifier of a health care provider", "9482017733"),
    "vin": Kind("vehicle identification number", "4XZHG82F7N1048213"),
    "serial_number": Kind("serial number of a thing", "SN-48201773"),
    "part_number": Kind("part, stock or model number", "5820-01-482-0173"),
    "identifier": Kind("any other number that identifies", "R-48201773"),
    "pin": Kind("personal identification number, digits only", "48201"),
    "code": Kind("a short code", "A4"),
    # dates and times
    "date": Kind("a date that nothing else is known of", "03/14/2023"),
    "birth_date": Kind("date of birth", "08/02/1979"),
    "death_date": Kind("date of death", "11/20/2019"),
    "start_date": Kind("first day of a period", "02/01/2021"),
    "end_date": Kind("last day of a period", "01/31/2023"),
    "signature_date": Kind("day of signing", "04/02/2023"),
    "expiration_date": Kind("day something expires", "06/30/2027"),
    "date_month": Kind("month of a split date", "03"),
    "date_day": Kind("day of a split date", "14"),
    "date_year": Kind("year of a split date", "2023"),
    "month_year": Kind("month and year", "03/2023"),
    "month_day": Kind("month and day, year printed apart", "March 14"),
    "year": Kind("a year", "2018"),
    "tax_year": Kind("tax or fiscal year", "2022"),
    "date_range": Kind("from and to in one blank", "02/01/2021 - 01/31/2023"),
    "time": Kind("time of day", "9:45 AM"),
    "duration": Kind("length of time", "18 months"),
    "age": Kind("age in years", "43"),
    # amounts
    "money": Kind("an amount of money", "1,482.50"),
    "money_dollars": Kind("whole dollars of a split amount", "1,482"),
    "money_cents": Kind("cents of a split amount", "50"),
    "unit_price": Kind("price of one", "12.75"),
    "percent": Kind("percentage", "12.5%"),
    "count": Kind("how many", "3"),
    "quantity": Kind("quantity ordered, issued or held", "24"),
    "hours": Kind("hours worked or estimated", "37.5"),
    "number": Kind("any other quantity", "482"),
    "height": Kind("body height", "5 ft 9 in"),
    "height_feet": Kind("feet of a split height", "5"),
    "height_inches": Kind("inches of a split height", "9"),
    "weight": Kind("body weight in pounds", "164"),
    "measurement": Kind("a measured size, area, distance or volume", "12.4"),
    # about a person
    "relationship": Kind("relationship to somebody", "Daughter"),
    "nationality": Kind("nationality or citizenship, as a country", "France"),
    "language": Kind("language", "Spanish"),
    "gender": Kind("sex or gender", "Female"),
    "marital_status": Kind("marital status", "Married"),
    "race": Kind("race or ethnicity", "White"),
    "religion": Kind("religion", "Methodist"),
    "eye_color": Kind("eye colour", "Brown"),
    "hair_color": Kind("hair colour", "Black"),
    "immigration_status": Kind("immigration status or class of admission", "F-1"),
    "school": Kind("school, college or university", "Alder Creek High School"),
    "degree": Kind("degree or field of study", "B.S. in Nursing"),
    "military_rank": Kind("military rank", "Staff Sergeant"),
    "pay_grade": Kind("pay grade", "E-6"),
    "military_unit": Kind("unit of assignment", "B Company, 2-14 Infantry"),
    "military_branch": Kind("branch of service", "Army"),
    "medical_condition": Kind("diagnosis, disability or injury", "Chronic lower back pain"),
    # courts and elections
    "court_name": Kind("court", "U.S. Bankruptcy Court"),
    "court_district": Kind("judicial district", "Northern District of Ohio"),
    "judge": Kind("judge or hearing officer", "Hon. Denise R. Walcott"),
    "office_sought": Kind("elective office", "U.S. House of Representatives"),
    "party": Kind("political party", "Independent"),
    "election": Kind("the election that money was given or spent for", "Primary"),
    "lease": Kind("what a contract or lease is for", "Lease of a residential apartment"),
    "collateral": Kind("property that secures a debt", "2017 Honda Civic"),
    # things and words
    "vehicle_make": Kind("make of a vehicle", "Ford"),
    "vehicle_model": Kind("model of a vehicle", "F-150"),
    "item_description": Kind("a thing in a list", "Safety harness, full body"),
    "unit_of_measure": Kind("unit of issue", "EA"),
    "yes_no": Kind("yes or no, typed", "Yes"),
    "page_number": Kind("page number", "1"),
    "page_count": Kind("number of pages", "3"),
    "form_reference": Kind("part, item or line of the form that text belongs to", "4"),
    "reason": Kind("a short reason", "Address changed after a move"),
    "description": Kind("a short description", "Brick duplex with a detached garage"),
    "narrative": Kind("sentences of explanation or remarks", "The claim was filed in March. ..."),
    "text": Kind("a few words; nothing else is known of it", "See attached statement"),
}
"""Every kind by name. Source: the semantic groups of VAREX (figure 3b), widened to what federal forms ask for."""

_RULES: tuple[tuple[str, str], ...] = (
    ("count", r"^(total )?(number|no|num) of (?!.*\b(pages|months|years|weeks|hours)\b)"),
    (
        "money",
        r"^(add|subtract|multiply|combine)\b.*\blines?\b|^(the )?(smaller|greater|larger) of\b|^(the )?amounts?\b|"
        r"^(sub ?)?totals?\b(?!.*\b(number of|hours|pages|quantity|units)\b)|\byear to date\b|"
        r"^(net|gross)\b.*\b(income|wages|receipts|profit|pay|earnings)\b",
    ),
    ("account_number", r"\bonline account\b"),
    ("form_reference", r"^chapter\b"),
    ("date_range", r"\bperiod of\b.*\b(duty|service|leave|employment|absence|coverage)\b"),
    (
        "identifier",
        r"\b(unique|facility|organi[sz]ation|provider|eoir|transaction|tracking|employee) id\b",
    ),
    ("address_line_2", r"\b(address|street) line (2|two)\b|\baddress 2$|\bstreet 2$|\bsecond address line\b"),
    ("email", r"\be ?mail\b"),
    ("website", r"\bweb ?(site|page)?\b( address)?|\burl\b|\binternet address"),
    ("fax", r"\bfax\b|\bfacsimile\b"),
    ("area_code", r"^(?!.*\b(number|phone|telephone|fax|includ\w*|with)\b).*\barea code\b|\bphone area code$"),
    ("phone_extension", r"\bext(ension)?$|^ext\b|phone ext"),
    (
        "phone",
        r"\b(tele)?phone\b|\b(includ\w*|with) area code\b|\bcell(ular)?\b|\bmobile\b|"
        r"\btel( no| number|$)|\bdaytime number|\bpager\b",
    ),
    ("ssn_first3", r"\b(ssn|social security)\b.*\bfirst (3|three)"),
    ("ssn_middle2", r"\b(ssn|social security)\b.*\b(middle|next|second) (2|two)"),
    ("ssn_last4", r"\b(ssn|social security)\b.*\blast (4|four)|\blast (4|four)\b.*\b(ssn|social security)"),
    (
        "ssn_or_ein",
        r"\bssn or (ein|tin|itin)|\bein or ssn|\b(tin|taxpayer identification|taxpayer id|tax id)\b|"
        r"\bidentifying number\b|\bsocial security.*\bor\b.*\b(employer|ein|taxpayer)\b",
    ),
    ("ssn", r"\bssn\b|\bsocial security (no|num|number|card|account|nbr|#)|\bsocial security$|\bitin\b"),
    ("ein", r"\bein\b|\bfein\b|\bemployer('?s)? (identification|id)\b|\bemployer (identification )?number\b"),
    ("a_number", r"\ba number\b|\balien (registration|reg)\b|\balien number\b|\buscis (online )?(account|number)\b"),
    ("receipt_number", r"\breceipt (no|num|number)\b"),
    (
        "passport_number",
        r"\bpassport\b.*\b(no|num|number)\b|\btravel document (no|num|number)\b|\bpassport$|"
        r"\bi 94\b.*\b(no|num|number)?|\barrival departure (record )?(no|num|number)\b",
    ),
    ("driver_license", r"\bdriver'?s?'? licen[sc]e\b"),
    ("vin", r"\bvin\b|\bvehicle identification (no|num|number)\b"),
    ("npi", r"\bnpi\b|\bnational provider\b"),
    ("routing_number", r"\brouting\b|\baba (no|num|number)\b|\btransit (no|num|number)\b"),
    ("account_last4", r"\blast (4|four)\b.*\b(account|digits)\b|\baccount\b.*\blast (4|four)\b"),
    (
        "committee_id",
        r"\bcommittee id|\bfec (committee )?id|\b(committee|candidate)\b.*\bidentification (no|num|number)\b",
    ),
    ("bar_number", r"\bbar (no|num|number|id|card)\b|\blicensing authority|\battorney state licen[sc]e\b"),
    (
        "military_id",
        r"\b(service|dod id|edipi|military id|military service)\b.*\b(no|num|number)\b|\bedipi\b|\bdod id\b",
    ),
    ("docket_number", r"\bdocket\b"),
    ("case_number", r"\bcase (no|num|number|id)\b|\bcase$|\bcause (no|num|number)\b"),
    ("claim_number", r"\bclaim(ant)? (no|num|number|id)\b"),
    (
        "policy_number",
        r"\b(policy|member|group|subscriber|medicare|medicaid|insurance)\b.*\b(no|num|number|id|mbi)\b|\bmbi\b",
    ),
    ("account_number", r"\b(account|acct|card)\b.*\b(no|num|number)\b|\bacct\b"),
    (
        "contract_number",
        r"\b(contract|grant|agreement|purchase order|order|solicitation|award|requisition|procurement|"
        r"project|task order|bpa|modification|amendment|gt c|gtc)\b.*\b(no|num|number)\b",
    ),
    (
        "license_number",
        r"\b(licen[sc]e|permit|registration|certificat(e|ion)|clia|dea|ptin|efin|credential)\b.*"
        r"\b(no|num|number|id)\b|\bptin\b|\befin\b|\blicen[sc]e$",
    ),
    ("part_number", r"\b(part|stock|nsn|model|item|catalog)\b (no|num|number)\b|\bnsn\b"),
    ("serial_number", r"\bserial\b"),
    ("file_number", r"\b(va )?file (no|num|number)\b|\bc file\b|\bcontrol (no|num|number)\b"),
    (
        "page_count",
        r"\b(number|no) of pages\b|\btotal pages\b|^page of$|\bpages? total\b|\bof pages\b|\bpage of pages\b",
    ),
    ("form_reference", r"^(page|part|item|line) (no|num|number)\b|\bline no( \d)?$"),
    ("page_number", r"^(page|sheet)( (no|num|number))?$|\bpage (no|num|number)\b"),
    ("place_of_birth", r"\b(place|city|state|town|country)\b.*\bbirth\b(?!.*date)|\bbirth ?place\b|\bwhere.*\bborn\b"),
    (
        "date_range",
        r"\bdates? (of |from )?(\w+ )?(from|beginning).*\b(to|through|ending)\b|\bperiod covered\b|"
        r"\binclusive dates\b|\bdates of (service|employment|attendance|treatment|residence)\b|\bfrom to\b",
    ),
    ("date_month", r"\b(date|birth|expir\w*|signed|from|to) (month|mm)$"),
    ("date_day", r"\b(date|birth|expir\w*|signed|from|to) (day|dd)$"),
    ("date_year", r"\b(date|birth|expir\w*|signed|from|to) (year|yyyy|yy)$"),
    ("birth_date", r"\bdate of birth\b|\bbirth ?date\b|\bdob\b|\bbirth ?day\b|\bborn\b.*\bdate\b|\bdate.*\bborn\b"),
    ("death_date", r"\bdate of death\b|\bdeath date\b|\bdate.*\bdied\b"),
    ("month_year", r"\bmonth (and |/ ?)?year\b|\bmm yyyy\b|\bmm yy\b"),
    ("month_day", r"\bmonth (and )?day$"),
    ("tax_year", r"\b(tax|fiscal|calendar|plan|school|crop|election) year\b(?!.*\b(date|begin|end))|\bfy\b"),
    ("expiration_date", r"\bexpir(es|ation|ing|y|ed)\b|\bvalid (until|through|to)\b|\bdue date\b|\bdate due\b"),
    (
        "signature_date",
        r"\bdate (of )?(signed|signature|signing|certified|this form)\b|\bsign(ed|ature|ing)? date\b|"
        r"\bdate sign|\btoday'?s date\b|\bdate prepared\b|\bdate of (this )?(request|application|report|"
        r"filing|notice|submission)\b|\bexecuted on\b",
    ),
    (
        "start_date",
        r"\b(start|begin|beginning|effective|hire|hired|from|entry|entered|arrival|admission|incurred|"
        r"appointment|enlist\w*|employed since|commenc\w*|opened|open) dates?\b|\bdates? "
        r"(started|hired|began|of (last )?(hire|entry|arrival|admission|employment|appointment|enlistment|"
        r"commencement|last entry)|employed|entered|from|begin\w*|start\w*|opened)\b|^(date )?from( date)?$|"
        r"^from mm dd|^beginning$|\beffective$|\bbeginning date\b",
    ),
    (
        "end_date",
        r"\b(end|ending|termination|separation|discharge|release|departure|completion|close|closing|"
        r"last|finish|return) date\b|"
        r"(?<!payment )(?<!payments )(?<!paid )(?<!year )(?<!contributions )\bto date\b|"
        r"\bdate (ended|terminated|separated|completed|closed|to|left|ending|"
        r"returned|released|of (separation|discharge|departure|termination|release|completion|closing))\b|"
        r"^(date )?(to|through|thru|until)( date)?$|^to mm dd|^ending$",
    ),
    ("date", r"^(the )?dates? (of|when|on which)\b|(?<!to )\bdates?$"),
    ("age", r"^age\b|\bage$|\byour age\b|\bage (in years|at|of)\b"),
    ("date_month", r"^(mm|month)$|\bmonth$"),
    ("date_day", r"^(dd|day)$|\bday$(?<!per day)"),
    ("date_year", r"^(yyyy|yy|year)$|\bdate year$"),
    ("vehicle_make", r"\bmake\b.*\b(vehicle|car|model)\b|^make$|\bvehicle make\b"),
    ("vehicle_model", r"^model$|\bvehicle model\b"),
    (
        "duration",
        r"\b(how long|length of (time|service|stay|employment)|duration|period of (time|limitation)|term of|"
        r"^terms?$|years? (and|or) months|number of (years|months|weeks|days))\b|\b(years|months) (at|in|of) ",
    ),
    (
        "time",
        r"\btime (of|in|out|started|ended|am|pm|begin|end)\b|\b(start|end|arrival|departure|incident) time\b|^time$|"
        r"\bhour of\b",
    ),
    ("hours", r"\bhours?\b|\bhrs\b"),
    ("percent", r"\bpercent(age)?\b|\bpct\b|%|\binterest rate\b|\bannual rate\b|\brate of (pay )?interest\b"),
    ("unit_price", r"\b(unit|each|item) (price|cost)\b|\bprice (per|each)\b|\bcost (per|each)\b|\bunit value\b"),
    ("money_cents", r"\bcents\b(?! or)"),
    (
        "count",
        r"\b(number|no|num|total number|how many)\b(.{0,12})?\b(of|people|persons|children|dependents|employees|"
        r"members|copies|units|beds|residents|patients|times|attachments|exemptions|allowances|claims|votes|"
        r"household|vehicles|forms|animals|head|rooms|days)\b|\bhow many\b|\b(household|family) size\b|\bcount\b",
    ),
    ("quantity", r"\bquantity\b|\bqty\b|\b(auth|units ordered|units issued)\b|(?<!cash )\bon hand\b"),
    ("unit_of_measure", r"\bunit of (issue|measure)\b|^(u ?i|unit|uom)$"),
    ("height_feet", r"\bheight\b.*\bf(ee)?t\b(?!.*\bin)|^(feet|ft)$"),
    ("height_inches", r"\bheight\b.*\bin(ches)?\b(?!.*\bf(ee)?t\b)|^(inches|in)$"),
    ("height", r"\bheight\b"),
    ("weight", r"\bweight\b"),
    (
        "measurement",
        r"\b(acres|acreage|area|square feet|sq ft|mileage|miles|distance|length|width|depth|volume|capacity|"
        r"gallons|tons|pounds|odometer|temperature)\b(?!.*code)",
    ),
    ("form_reference", r"\b(part|item|line|page) (number|no) .*\b(refer|answer|continu)|\bform number\b|^form$"),
    ("yes_no", r"^no yes$|\byes ?(or|/)? ?no\b|\(y/n\)|\by n$"),
    ("initials", r"\binitials\b"),
    (
        "last_first_name",
        r"\blast\b(?: name)? (?:and )?first\b|\b(last|family|surname)\b.*\bfirst\b.*\b(middle|mi|m i|initial)\b|"
        r"\blast name first\b",
    ),
    ("full_name", r"\bfirst\b.*\b(middle|m ?i|initial)\b.*\blast\b|\bfirst (name )?(and )?last\b"),
    ("first_and_middle", r"^(?!.*\b(last|family|surname)\b).*\bfirst (name )?(and |& )?(middle|m ?i|initial)\b"),
    ("middle_initial", r"\bmiddle init\w*\b|^m ?i$|\bmi$|^initial$"),
    (
        "other_name",
        r"\b(maiden|alias(es)?|former|previous|other|birth|nick|aka|a k a)( \w+)? names?\b|"
        r"\bother names?\b|\bnames? (at|on|given at) birth\b|\ball other names\b|\bknown as\b|\bmaiden\b|"
        r"\bname\b.*\bother than\b",
    ),
    ("middle_name", r"\bmiddle( name)?\b"),
    ("last_name", r"\blast name\b|\bsurname\b|\bfamily name\b|\blast$"),
    ("first_name", r"\b(first|given|fore) ?names?\b|^first$|\bgiven$"),
    ("name_suffix", r"\bsuffix\b|\bjr ?(,|/|or)? ?sr\b"),
    ("name_prefix", r"\b(name )?prefix\b|\bmr (mrs|ms)\b|\bsalutation\b|\bcourtesy title\b"),
    ("signature_name", r"\bsignatures?\b(?!.*\b(name|title|date|printed)\b)|^sign here\b|^signed$"),
    ("court_district", r"\b(judicial )?district\b(?!.*\b(school|office|director|number|attorney|congress))"),
    ("judge", r"\bjudge\b|\bmagistrate\b|\bhearing officer\b"),
    ("court_name", r"\b(name of )?court( name)?$|\bcourt\b(?!.*\b(address|street|city|state|zip|date|phone))"),
    ("city_state_zip", r"\bcity\b.*\bstate\b.*\b(zip|postal)|\bcity state zip\b|\bcity town\b.*\bzip"),
    (
        "full_address",
        r"\b(mailing |home |complete |full )?address\b.*\b(city|state|zip)\b|\baddress \(?(include|including)|"
        r"\bname and address\b|\bcomplete (mailing )?address\b|\blocation address\b|\bnumber street city\b|"
        r"\bstreet\b.*\bcity\b.*\bstate\b",
    ),
    ("city_state", r"\bcity\b.*\band\b.*\b(state|country)\b|\bcity state\b|\bcity or town state\b|\bcity and state\b"),
    ("street_address", r"\b(number|no) (and |& )?street\b|\bstreet (number|and number|address)\b"),
    (
        "unit_number",
        r"^(?!.*\b(address|street)\b).*\b(apt|apartment|suite|ste|flr|floor|room|rm|unit no|unit number)\b",
    ),
    ("po_box", r"^(p ?o|post office) box\b|\bpo box( no| number)?$"),
    ("zip_extension", r"\bzip\b.*\b(ext\w*|plus|suffix|\+ ?4|4)$|\bplus (4|four)\b"),
    ("zip_plus_four", r"\bzip\b.*\b(\+ ?4|plus (4|four)|9 digit)\b"),
    (
        "postal_code",
        r"\bforeign (zip|postal)\b|\bpostal code\b(?<!zip or postal code)(?<!zip postal code)|\bpostcode\b",
    ),
    ("zip", r"\bzip\b"),
    ("province", r"\bprovince\b|\bforeign (state|region)\b"),
    ("state", r"\bstate (or )?foreign country\b"),
    ("country", r"\bcountry\b(?!.*\b(citizen|national))|\bforeign country\b"),
    ("nationality", r"\b(nationality|citizenship|citizen of|country of (nationality|citizenship))\b"),
    ("county", r"\bcount(y|ies|y or parish)\b|\bparish\b|\bborough\b"),
    (
        "state",
        r"\bstate\b(?!.*\b(agency|department|law|office|reason|why|whether|the|file|court|tax|income|use|wages))",
    ),
    ("city", r"\bcity\b|\btown\b|\bmunicipality\b|\bpost office\b"),
    ("relationship", r"\brelation(ship)?\b"),
    ("gender", r"\bsex\b|\bgender\b"),
    ("marital_status", r"\bmarital\b|\bfiling status\b"),
    ("race", r"\brace\b|\bethnic\w*\b"),
    ("eye_color", r"\beye"),
    ("hair_color", r"\bhair"),
    (
        "immigration_status",
        r"\b(immigration|nonimmigrant|immigrant) (status|classification|category)\b|"
        r"\bclass of admission\b|\bcurrent status\b|\bvisa (type|class)",
    ),
    ("military_rank", r"\brank\b"),
    ("pay_grade", r"\b(pay )?grade\b(?!.*school)|\bstep\b.*\bgrade\b"),
    (
        "military_unit",
        r"\bunit\b.*\b(assigned|location|discharge|station|command)\b|\bmilitary unit\b|\bduty station",
    ),
    (
        "military_branch",
        r"\bbranch\b.*\b(service|military)\b|\bservice branch\b|\b(service|military|reserve) component\b|"
        r"^component$|^branch$|\bbranch of\b",
    ),
    ("degree", r"\bdegree\b|\bmajor\b|\bfield of study\b|\bdiploma\b"),
    ("school", r"\b(school|college|university|institution of higher)\b(?!.*district)"),
    ("language", r"\blanguages?\b"),
    ("office_sought", r"\boffice sought\b|\boffice held\b"),
    ("party", r"\b(political )?party( affiliation)$|^party$"),
    (
        "medical_condition",
        r"\b(diagnos[ie]s|disabilit(y|ies)|medical condition|illness|injur(y|ies)|impairment|symptoms?)\b"
        r"(?!.*\b(date|describe|explain|amount|payments?|income|benefits?)\b)",
    ),
    ("occupation", r"\boccupation\b|\bprofession\b|\btype of work\b|^trade$"),
    (
        "job_title",
        r"\b(job|position|official|working)? ?title\b(?!.*\b(of (the )?(case|project|form|work|property)|vehicle))|"
        r"\bposition\b|\bcapacity\b|\brole\b",
    ),
    (
        "narrative",
        r"\b(describe|explain|explanation|narrative|remarks?|comments?|statement|additional information|"
        r"justification|summary|details?|circumstances|discussion|plan of action|assessment|objectives|"
        r"responsibilities|purpose of|notes?|findings|recommendations?|how did|what happened|in your own words)\b",
    ),
    ("reason", r"\breasons?\b|\bwhy\b|\bpurpose\b|\bgrounds\b|\bcause\b|\bexceptions?\b|\bbasis\b"),
    (
        "money",
        r"\b(amounts?|total|sub ?total|price|cost|value|salary|wages?|income|balance|payments?|fees?|tax(es)?|credit|"
        r"deductions?|expenses?|rent|mortgage|premium|deposit|refund|proceeds|debt|loan|assets?|earnings|"
        r"compensation|pay|charge|penalt(y|ies)|interest|profit|gain|loss|benefits?|pension|dividends?|donation|"
        r"contributions?|disbursements?|receipts|cash|savings|budget|rate|owed|due|paid|dollars?|usd|allowance|"
        r"withheld|withholding|basis amount|depreciation|sales|claim amount|equity|alimony|support|add lines?|"
        r"subtract|multiply|enter (the )?(smaller|larger|amount)|reductions?|limitation|carryover|excess)\b|\$",
    ),
    (
        "item_description",
        r"\b(description of (property|item|article|goods|services|asset|supplies)|item description|"
        r"nomenclature|articles?|items?|supplies|equipment|noun)\b",
    ),
    ("date", r"\bdated?\b|\bmm dd yyyy\b|\bdd mm yyyy\b|\byyyymmdd\b|\bwhen\b"),
    ("year", r"\byear\b|\byr\b"),
    ("agency", r"\bagency\b|\bbureau\b|\bgovernment\b|\badministration\b|\bregional office\b"),
    ("department", r"\bdepartment\b|\bdivision\b|\boffice\b|\bsection\b|\bunit\b|\bservice center\b"),
    ("code", r"\bcodes?$|\bcode (no|number|if any)\b|\bsymbol\b"),
    (
        "person_or_organization",
        r"\b(creditor|payee|payer|payor|contributor|lessor|lessee|landlord|tenant|buyer|seller|vendor|"
        r"name of person or|codebtor|grantee|lender|defendant|plaintiff|counterparty)\b(?!.*\baddress)",
    ),
    (
        "organization",
        r"\b(employer|company|business|organi[sz]ation|firm|corporation|facility|hospital|clinic|bank|"
        r"institution|contractor|trade name|entity|committee|association|dba|carrier|insurer|laborator(y|ies)|"
        r"provider|sponsor|program|partnership|estate|trust|plan name|agency name)\b(?!.*\baddress)",
    ),
    ("po_box", r"\bbox number\b"),
    ("street_address", r"\baddress\b|\bstreet\b|\bresidence\b|\bavenue\b|\blocation\b"),
    (
        "full_name",
        r"\bnames?\b|\b(applicant|claimant|petitioner|beneficiary|spouse|patient|witness|attorney|preparer|"
        r"representative|debtor|veteran|physician|signer|contact|supervisor|employee|member|respondent|"
        r"interpreter|notary|treasurer|candidate|child|parent|mother|father|dependent|requester|taxpayer)"
        r"('?s)?( \d)?$|\bcontact person\b|^in re\b|\bin care of\b|\bc ?/ ?o\b",
    ),
    ("description", r"\bdescription\b|\btype of\b|\bkind of\b|\bnature of\b|\bproperty\b|\bsubject\b|\btitle\b"),
    ("identifier", r"\b(id|identification|number|no|num|nbr|reference|ref|tracking|invoice|record)\b"),
)

_COMPILED = tuple((kind, re.compile(pattern)) for kind, pattern in _RULES)
_DATES = frozenset(
    [
        "date",
        "birth_date",
        "death_date",
        "start_date",
        "end_date",
        "signature_date",
        "expiration_date",
        "date_range",
        "month_year",
    ]
)
_ORGANIZATIONAL = re.compile(
    r"\b(employer|company|business|organi[sz]ation|firm|corporation|facility|hospital|clinic|bank|institution|contractor|"
    r"committee|insurer|insurance|school|agency|vendor|laboratory|entity|plan)\b"
)
_PERSONAL = re.compile(
    r"\b(contact|person|owner|officer|official|representative|supervisor|attorney|employee|manager|individual|designee|"
    r"treasurer|agent|member|candidate|printed|signer|signature|administrator)\b"
)
_VALUED = re.compile(r"\b(claim|value|property|collateral|portion|unsecured|secured|estimate|worth|exempt)")
_NAME_OF = re.compile(r"^(full |printed )?names? (of|shown on)\b")
_PARTY = re.compile(r"\b(creditor|payee|contributor|lender|landlord|codebtor|lessor|vendor)\b")
_PARTS_OF = {
    "other_name": ("first_name", "middle_name", "middle_initial", "last_name"),
    "money": ("full_name", "organization", "person_or_organization"),
    "place_of_birth": ("city", "state", "country", "province"),
}
"""Kinds that stay though the end of their label is of another: "name at birth: first" is no first name."""
_CONTINUED = re.compile(r"\s*\(line [2-9]\)$", re.IGNORECASE)
_CONTINUATIONS = {
    "street_address": "address_line_2",
    "full_address": "city_state_zip",
    "agency": "department",
    "organization": "department",
    "narrative": "narrative",
    "description": "description",
    "reason": "reason",
}
"""What the second line of a blank holds, by the kind of the first."""

_TAIL = 6
"""A label such as "Name of witness: first" is read from what stands after the colon, if that is no longer than this."""

_LONG = 9
"""Labels of more words than this are sentences: their first clause is asked before the whole."""


def normalize_words(words: str) -> str:
    """Return words in lower case with snake case, punctuation and leading item numbers taken out.

    >>> normalize_words("12a. Employer_name (if any):")
    'employer name if any'
    """
    text = re.sub(r"([a-z]{2})([A-Z][a-z])", r"\1 \2", words).lower().replace("’", "'")
    text = re.sub(r"\be-mail\b", "email", text)
    text = re.sub(r"\bs\.?s\.?n\b", "ssn", text)
    text = re.sub(r"\bnumbers\b", "number", text.replace("#", " no "))
    text = re.sub(r"[^a-z0-9$%'&+]+", " ", text).strip()
    return re.sub(r"^(?:(?:line|item|box|question|part)?\s*\d{1,2}\s?[a-z]?\s)+(?=[a-z])", "", text).strip()


def infer_kind(words: str, section: str = "", widget: Widget | None = None) -> str:
    """Return the kind of value that a blank asks for; one of ``KINDS``, ``"text"`` when nothing is known.

    Args:
        words: the printed label, the field's name, or both; any case, snake case allowed.
        section: the heading above it, which decides whose name a bare "Name" is.
        widget: the blank itself, whose format, limits and shape settle what the words leave open.

    >>> infer_kind("Date of birth (mm/dd/yyyy)"), infer_kind("employer_identification_number")
    ('birth_date', 'ein')
    >>> infer_kind("Name", "Part 2. Employer information"), infer_kind("Name", "Applicant")
    ('organization', 'full_name')
    """
    line = _CONTINUED.search(words)
    text = normalize_words(_CONTINUED.sub("", words))
    context, _, tail = words.rpartition(": ")
    kind = _kind_of_words(words, text)
    tail = re.sub(r"[\[(].*", "", tail)
    if context and 0 < len(tail.split()) <= _TAIL:
        own = _kind_of_words(tail, normalize_words(tail))
        if kind == "signature_name" and own == "date":
            kind = "signature_date"
        elif own not in ("text", "identifier", "description") and own not in _PARTS_OF.get(kind, ()):
            kind = own
    if kind in ("full_name", "money", "last_name") and _NAME_OF.search(text) and ":" not in words:
        kind = "person_or_organization" if _PARTY.search(text) else "full_name"
    if kind == "full_name" and not _PERSONAL.search(text):
        rest = re.sub(r"\bnames?\b", "", text)
        if _ORGANIZATIONAL.search(text) or (len(rest.split()) < 2 and _names_organization(section)):
            kind = "organization"
    if kind == "organization" and _PERSONAL.search(text):
        kind = "full_name"
    if line:
        kind = _CONTINUATIONS.get(kind, kind if kind == "money" else "text")
    return kind if widget is None else _refine(kind, text, widget)


def _names_organization(section: str) -> bool:
    heading = normalize_words(section)
    return bool(_ORGANIZATIONAL.search(heading)) and not _PERSONAL.search(heading)


def _kind_of_words(words: str, text: str) -> str:
    attempts = [text]
    if len(text.split()) > _LONG:
        clause = normalize_words(
            re.split(r"[.,;:(?]|\bif\b|\bthat\b|\bwhich\b|\bfrom\b", words.strip("0123456789. "))[0]
        )
        attempts = [clause, text] if len(clause.split()) > 2 else [text]
    for attempt in attempts:
        for kind, pattern in _COMPILED:
            if attempt and pattern.search(attempt):
                return kind
    return "text"


def _refine(kind: str, text: str, widget: Widget) -> str:
    """Return the kind once the widget's own limits are known."""
    limit = widget.max_length
    if widget.format == "date" and kind not in _DATES:
        return "date" if kind in ("text", "number", "description", "identifier") else kind
    if widget.format == "number" and kind in ("text", "description", "reason", "narrative", "item_description"):
        return "money" if _VALUED.search(text) else "number"
    if limit == 1 and kind in ("text", "organization", "description"):
        return "code"
    by_limit: dict[tuple[str, int], str] = {
        ("ssn", 3): "ssn_first3",
        ("ssn", 2): "ssn_middle2",
        ("ssn", 4): "ssn_last4",
        ("ein", 2): "ein_first2",
        ("ein", 7): "ein_last7",
        ("zip", 4): "zip_extension",
        ("zip", 9): "zip_plus_four",
        ("zip", 10): "zip_plus_four",
        ("phone", 3): "area_code",
        ("phone", 7): "phone_rest",
        ("phone", 8): "phone_rest",
        ("middle_name", 1): "middle_initial",
        ("date", 4): "date_year",
    }
    if (kind, limit) in by_limit:
        return by_limit[kind, limit]
    if kind == "state" and any(len(choice) > 3 for choice in widget.choices):
        return "state_name"
    height = widget.rect[3] - widget.rect[1]
    if widget.multiline and height > 40:
        if kind in ("text", "description", "reason", "medical_condition"):
            return "narrative"
        if kind == "street_address":
            return "full_address"
    return kind
