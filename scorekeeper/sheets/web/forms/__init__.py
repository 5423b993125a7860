"""Forms: from a game's questions to fields, and from what was posted to answers.

One hand goes down once and up once. Down, to show the form: a question (``rules.question``)
becomes a field (``field_factory``), and a macro renders each field by its ``kind``
(``templates/sheets/forms/questions.html``). Up, when it is posted: each field takes its inputs
and checks them (``fields``, ``number_fields``), ``HandForm.validate`` asks all of them,
``HandForm.answers`` is what the turn gets (``service.turns``), which reads it into the game's
hand (``rules.answers.read``), judges it (``Game.errors``, ``Game.warnings``) and records it;
what it refuses goes back beside the questions with ``HandForm.show_errors``.
"""
