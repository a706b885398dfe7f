"""The ready-made fieldsets."""

from typing import Final

from corpuses.extracts.templates.template import Template, ask

# The 41 questions of CUAD, in our own words. CUAD (Hendrycks, Burns, Chen and Ball, 2021) lists what lawyers look for
# when they review a contract.
_CONTRACTS: Final = Template(
    slug="contracts",
    name="Contract review",
    description="The 41 clauses and facts that lawyers look for in commercial contracts (after CUAD).",
    columns=(
        ask("Document name", "What is the agreement called?"),
        ask("Parties", "Which companies and individuals conclude the agreement?", "list", items="string"),
        ask("Agreement date", "On which date was the agreement signed or made?", "date"),
        ask("Effective date", "From which date does the agreement apply?", "date"),
        ask("Expiration date", "When does the initial term of the agreement end?", "date"),
        ask("Renewal term", "For how long is the agreement renewed after its initial term?", "duration"),
        ask("Notice to end renewal", "How long before the end must renewal be refused?", "duration"),
        ask("Governing law", "Which state's or country's law governs the agreement?"),
        ask("Most favored nation", "Must a party get terms that are as good as those of any other customer?"),
        ask("Non-compete", "In what way is a party forbidden to compete with the other?"),
        ask("Exclusivity", "Must a party deal only with the other, or does it have exclusive rights?"),
        ask("Exceptions to restrictions", "What is still allowed despite exclusivity or a ban on competition?"),
        ask("No soliciting of customers", "Is a party forbidden to approach the customers of the other?"),
        ask("No soliciting of employees", "Is a party forbidden to hire or approach the employees of the other?"),
        ask("Non-disparagement", "Must a party not speak badly of the other?"),
        ask("Termination for convenience", "Can a party end the agreement without a reason, by notice alone?"),
        ask("Right of first refusal", "Does a party have a right of first refusal, first offer or first negotiation?"),
        ask("Change of control", "What happens if a party is merged, sold or controlled by another company?"),
        ask("Assignment", "May a party assign or transfer the agreement, and whose consent is needed?"),
        ask("Revenue sharing", "What share of revenue or profit, royalty or commission must a party pay?"),
        ask("Price restrictions", "How is a party limited in raising or lowering its prices?"),
        ask("Minimum commitment", "How much must a party buy, order or pay at least?"),
        ask("Volume restriction", "What happens when use exceeds an agreed quantity or threshold?"),
        ask(
            "Ownership of created IP", "Which party becomes the owner of intellectual property that the other creates?"
        ),
        ask("Joint IP ownership", "Which intellectual property do the parties own together?"),
        ask("License grant", "Which license does one party grant to the other?"),
        ask("Non-transferable license", "Is the license limited in being transferred or sublicensed?"),
        ask("Licensor's affiliates", "Does the license include rights of affiliates of the licensor?"),
        ask("Licensee's affiliates", "May affiliates of the licensee use the license?"),
        ask("Unlimited license", "Is the license without any limit of use?"),
        ask("Irrevocable or perpetual license", "Is the license irrevocable or perpetual?"),
        ask("Source code escrow", "Must source code be deposited with a third party, and when is it released?"),
        ask("Duties after the end", "What must a party still do after the agreement has ended?"),
        ask("Audit rights", "May a party inspect the books, records or premises of the other?"),
        ask("Unlimited liability", "For which breaches is the liability of a party not limited?"),
        ask("Cap on liability", "To what amount or kind of damages is the liability of a party limited?"),
        ask("Liquidated damages", "Which fixed amount or fee is due on a breach or on early termination?"),
        ask("Warranty duration", "For how long does a warranty against defects apply?", "duration"),
        ask("Insurance", "Which insurance must a party have for the benefit of the other?"),
        ask("Covenant not to sue", "Which claims or challenges against the other is a party forbidden to bring?"),
        ask("Third-party beneficiary", "Which third party can enforce rights from the agreement?"),
    ),
)

_INVOICES: Final = Template(
    slug="invoices",
    name="Invoices",
    description="Who invoices whom, for what, how much, and when it is due.",
    columns=(
        ask("Invoice number", "What is the number of the invoice?"),
        ask("Invoice date", "What is the date of the invoice?", "date"),
        ask("Due date", "By which date must the invoice be paid?", "date"),
        ask("Seller", "Which company issues the invoice?"),
        ask("Seller's tax number", "What is the VAT or tax number of the seller?"),
        ask("Customer", "To whom is the invoice addressed?"),
        ask("Order number", "Which order or purchase order does the invoice refer to?"),
        ask("Net amount", "What is the total amount without tax?", "money"),
        ask("Tax", "What is the amount of tax?", "money"),
        ask("Total amount", "What is the total amount to pay?", "money"),
        ask("Payment terms", "Which payment terms or discounts apply?"),
        ask("Bank account", "To which bank account must the amount be paid?"),
    ),
)

_LEASES: Final = Template(
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

_PAPERS: Final = Template(
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

_EMAILS: Final = Template(
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

# In the order in which they are offered.
TEMPLATES: Final = (_CONTRACTS, _INVOICES, _LEASES, _PAPERS, _EMAILS)
