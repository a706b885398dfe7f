"""Scientific papers."""

from typing import Final

from corpuses.extracts.templates.template import Template, ask

TEMPLATE: Final = Template(
    slug="papers",
    name="Scientific papers",
    description="What a paper investigates, how, with which data, and what it finds.",
    columns=(
        ask("Title", "What is the title of the paper?"),
        ask("Authors", "Who are the authors of the paper?", "list", items="string"),
        ask("Published", "When was the paper published?", "date"),
        ask("Research question", "Which question does the paper investigate?"),
        ask("Method", "Which method does the paper use?"),
        ask("Data", "Which data or participants does the study use?"),
        ask("Sample size", "How many participants or samples were studied?", "integer"),
        ask("Main result", "What is the main result of the paper?"),
        ask("Limitations", "Which limitations does the paper name?"),
        ask("Funding", "Who funded the work?"),
        ask("Conflicts of interest", "Which conflicts of interest do the authors declare?"),
        ask("Code and data", "Where are the code and the data available?"),
    ),
)
