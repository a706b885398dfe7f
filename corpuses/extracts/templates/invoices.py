"""Invoices."""

from typing import Final

from corpuses.extracts.templates.template import Template, ask

TEMPLATE: Final = Template(
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
