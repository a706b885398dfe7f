"""Leases of homes and commercial premises."""

from typing import Final

from corpuses.extracts.templates.template import Template, ask

TEMPLATE: Final = Template(
    slug="leases",
    name="Leases",
    description="Parties, premises, rent, deposit, term and notice of a lease.",
    columns=(
        ask("Landlord", "Who is the landlord?"),
        ask("Tenant", "Who is the tenant?"),
        ask("Premises", "What is the address of the leased premises?"),
        ask("Area", "How large are the leased premises?"),
        ask("Permitted use", "For what may the premises be used?"),
        ask("Start date", "When does the lease begin?", "date"),
        ask("End date", "When does the lease end?", "date"),
        ask("Term", "For how long is the lease concluded?", "duration"),
        ask("Renewal option", "Can the tenant extend the lease, and how?"),
        ask("Rent", "How much is the rent?", "money"),
        ask("Rent due", "When is the rent due?"),
        ask("Rent increase", "How and when can the rent be increased?"),
        ask("Deposit", "How much is the security deposit?", "money"),
        ask("Additional costs", "Which costs does the tenant pay besides the rent?"),
        ask("Repairs", "Who must maintain and repair the premises?"),
        ask("Notice period", "How long is the notice period for ending the lease?", "duration"),
        ask("Subletting", "May the tenant sublet the premises or assign the lease?"),
        ask("Insurance", "Which insurance must the tenant have?"),
        ask("Governing law", "Which law governs the lease?"),
    ),
)
