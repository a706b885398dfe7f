"""E-mails."""

from typing import Final

from corpuses.extracts.templates.template import Template, ask

TEMPLATE: Final = Template(
    slug="emails",
    name="E-mails",
    description="Sender, recipients, subject, and what the e-mail asks for.",
    columns=(
        ask("Sender", "Who sent the e-mail?"),
        ask("Recipients", "To whom was the e-mail sent?", "list", items="string"),
        ask("Sent", "When was the e-mail sent?", "date"),
        ask("Subject", "What is the subject of the e-mail?"),
        ask("Request", "What does the sender ask the recipient to do?"),
        ask("Deadline", "By when does the sender want an answer or a result?", "date"),
        ask("Amounts", "Which amounts of money does the e-mail mention?", "list", items="money"),
        ask("Meeting", "Which meeting or appointment does the e-mail propose?"),
        ask("Reference", "Which order, case or contract number does the e-mail mention?"),
    ),
)
