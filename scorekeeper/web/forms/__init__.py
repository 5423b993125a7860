"""Forms: from a game's questions to fields, and from what was posted to answers.

One hand goes down once and up once. Down, to show the form: a question (``rules.question``)
becomes a field (``field_factory``), the fields become a form class, held in the form class
cache (``hand_form``), a macro renders each field by its ``kind``
(``templates/forms/questions.html``). Up, when it is posted: each field takes its inputs and
checks them (``choice_fields``, ``compound_fields``, ``number_fields``),
``HandForm.validate`` asks all of them, ``HandForm.answers`` is what the use case gets
(``service.hands``), which reads it into the game's hand (``rules.answers.read``), judges it
(``Game.errors``, ``Game.warnings``) and records it; what it refuses goes back beside the
questions with ``HandForm.show_errors``.

The fields extend ``wtforms.Field`` and not ``RadioField`` or ``FormField``: a field here holds
an *answer* (a player's number, a bid, counts of two sides) that several inputs make, its
labels are messages that are translated when they are rendered, and what it accepts depends
on the sheet; of ``RadioField`` every method would be overridden.
"""
