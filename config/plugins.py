"""Problems with installed plug-ins of all kinds, for `doctor` and the admin."""

from core.plugins import PluginProblem
from corpuses.analyzers import registry as analyzers
from corpuses.conversations import installed_tools as tools
from corpuses.llm import embedders
from documents.pipeline import registry as readers


def problems() -> tuple[PluginProblem, ...]:
    """Return the plug-ins that are installed but not used, with the reasons."""
    return (*readers.problems(), *embedders.problems(), *analyzers.problems(), *tools.problems())
