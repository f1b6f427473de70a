"""Forms of our own, drawn from a written bank of subjects in many designs (``docassay build forms OUT --synthetic``).

A form is a *spec* (what it asks, ``compose`` draws it from the ``bank``) set in a *design* (how it looks, ``designs``);
``layout`` turns any spec in any design into pages of marks, and ``draw`` those into a fillable PDF.
"""

from dataset_builder.families.forms.making.knobs import LANGUAGES, Knobs
from dataset_builder.families.forms.making.maker import MadeForm, make_form

__all__ = ["LANGUAGES", "Knobs", "MadeForm", "make_form"]
