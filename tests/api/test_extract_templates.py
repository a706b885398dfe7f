"""The ready-made fieldsets, each tried by the offline reader on a fitting document."""

import pytest

from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db(transaction=True)

V1 = "/api/v1"
CONTRACT = """\
HOSTING AGREEMENT. This Hosting Agreement is made on February 1, 2018 between Northwind Hosting Ltd.
(the "Provider") and Quokka Media Inc. (the "Customer").
1. Term. This Agreement commences on March 1, 2018 and shall continue for an initial term of two (2)
years. It shall automatically renew for successive one (1) year periods unless either party gives
written notice of non-renewal at least sixty (60) days prior to the end of the then current term.
2. Exclusivity. The Customer shall obtain hosting services exclusively from the Provider during the
term.
3. Assignment. Neither party may assign this Agreement without the prior written consent of the
other party.
4. Liability. The total liability of the Provider under this Agreement shall not exceed USD 100,000.
5. Warranty. The Provider warrants for a period of ninety (90) days after delivery that the
equipment is free from defects.
6. Insurance. The Provider shall maintain commercial general liability insurance of at least USD
1,000,000.
7. Governing law. This Agreement shall be governed by the laws of the State of Delaware."""
INVOICE = """\
Northwind Traders GmbH, Hafenstrasse 12, Hamburg. VAT number DE811569869.
Invoice number: 2024-0417. Invoice date: April 17, 2024. Your purchase order: PO-88123.
Bill to: Quokka Media Inc., 5 Pine Street, Boston.
20 hours of consulting at EUR 130.00.
Net amount: EUR 2,600.00. VAT 19 %: EUR 494.00. Total amount to pay: EUR 3,094.00.
Please pay by May 17, 2024 to the account IBAN DE02 1203 0000 0000 2020 51. 2 % discount if paid
within 10 days."""
LEASE = """\
RESIDENTIAL LEASE. The landlord Ada Lovelace leases to the tenant Bob Babbage the premises at 5 Pine
Street, Boston, of 87 square metres, for use as a home only. The lease begins on June 1, 2024 and
ends on May 31, 2027; it is concluded for a term of three (3) years. The rent is USD 1,850.00 per
month and is due on the first day of each month. The tenant pays a security deposit of USD 3,700.00.
The notice period for ending the lease is three months. The tenant pays for water and heating in
addition to the rent. The tenant may not sublet the premises without the consent of the landlord.
The tenant must have a liability insurance. This lease is governed by the laws of Massachusetts."""
PAPER = """\
Sleep and memory in quokkas. Ada Lovelace, Bob Babbage. Published on March 3, 2021.
We investigate whether sleep improves the memory of quokkas. We used a randomized controlled trial.
We studied 124 quokkas on Rottnest Island. Quokkas that slept for eight hours remembered 30 % more
places than those that did not. A limitation of the study is that all animals lived on one island.
The work was funded by the Royal Society. The authors declare no conflicts of interest. The code and
the data are available at https://example.org/quokkas."""
EMAIL = """\
From: Ada Lovelace <ada@example.org>
To: Bob Babbage <bob@example.org>
Sent: March 3, 2021
Subject: Offer for order 4711
Dear Bob, please send me the signed offer by March 10, 2021. The price of EUR 1,200.00 is unchanged.
I suggest that we meet on Friday at ten in my office. Best regards, Ada"""

# Of each fieldset: the document, values by column, and words of others that the reader is sure of.
TRIALS = {
    "contracts": (
        CONTRACT,
        {
            "Expiration date": "2020-03-01",
            "Renewal term": "P1Y",
            "Notice to end renewal": "P60D",
            "Warranty duration": "P90D",
        },
        {"Governing law": "Delaware", "Assignment": "consent", "Insurance": "liability"},
    ),
    "invoices": (
        INVOICE,
        {"Invoice date": "2024-04-17", "Total amount": {"amount": "3094.00", "currency": "EUR"}},
        {"Invoice number": "2024-0417", "Customer": "Quokka", "Order number": "PO-88123"},
    ),
    "leases": (
        LEASE,
        {
            "Start date": "2024-06-01",
            "End date": "2027-05-31",
            "Term": "P3Y",
            "Rent": {"amount": "1850.00", "currency": "USD"},
            "Deposit": {"amount": "3700.00", "currency": "USD"},
            "Notice period": "P3M",
        },
        {"Area": "87", "Rent due": "first day", "Subletting": "sublet", "Governing law": "Massachusetts"},
    ),
    "papers": (
        PAPER,
        {"Published": "2021-03-03", "Sample size": 124},
        {"Funding": "Royal Society", "Code and data": "example.org", "Research question": "sleep"},
    ),
    "emails": (EMAIL, {"Sent": "2021-03-03"}, {"Sender": "Ada", "Request": "signed offer"}),
}


@pytest.mark.parametrize("slug", TRIALS)
def test_the_reader_fills_in_a_ready_made_fieldset(api, user, slug):
    # proves: S1-10
    text, values, words = TRIALS[slug]
    corpus = create_corpus(owner=user, title="Documents")
    add_documents(corpus, [parsed_document(user, text, title=slug)], actor=user)
    fieldset = api.send("post", f"{V1}/corpuses/{corpus.pk}/fieldsets", {"template": slug}).json()
    started = api.send("post", f"{V1}/corpuses/{corpus.pk}/extracts", {"fieldset": fieldset["id"], "engine": "reader"})
    run_jobs()
    (row,) = api.get(f"{V1}/extracts/{started.json()['id']}/rows").json()["results"]
    names = [column["name"] for column in fieldset["columns"]]
    cells = dict(zip(names, row["cells"], strict=True))
    assert row["state"] == "done"
    assert {name: cells[name]["value"] for name in values} == values
    assert [name for name, word in words.items() if word not in cells[name]["text"]] == []
    found = [cell for cell in cells.values() if cell["status"] == "found"]
    assert {cell["problem"] for cell in found} == {""}
    assert all(source["quote"] in text for cell in found for source in cell["sources"])
    assert {cell["status"] for cell in cells.values()} <= {"found", "not_found"}
