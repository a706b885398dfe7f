"""Commercial contracts: the 41 questions of CUAD, in our own words.

CUAD (Hendrycks, Burns, Chen and Ball, 2021) lists what lawyers look for when they review a contract.
"""

from typing import Final

from corpuses.extracts.templates.template import Template, ask

TEMPLATE: Final = Template(
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
