"""The resources of the API: `Resources` has one object with operations for each."""

from cartulary_client.connection import Connection
from cartulary_client.resources.annotation_imports import AnnotationImports
from cartulary_client.resources.archives import Archives
from cartulary_client.resources.bin import Bin
from cartulary_client.resources.bulk_changes import BulkChanges
from cartulary_client.resources.comments import Comments
from cartulary_client.resources.conversations import Conversations
from cartulary_client.resources.exports import Exports
from cartulary_client.resources.extracts import Extracts
from cartulary_client.resources.fields import Fields
from cartulary_client.resources.labels import DocumentLabels, Labels
from cartulary_client.resources.obligations import Obligations
from cartulary_client.resources.presence import Presence
from cartulary_client.resources.relations import Relations
from cartulary_client.resources.saved_views import SavedViews
from cartulary_client.resources.similar_texts import SimilarTexts
from cartulary_client.resources.versions import Versions


class Resources:
    """Base of `Client`: its operations that are grouped by resource, as `client.labels.list(corpus)`."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.annotation_imports = AnnotationImports(connection)
        self.archives = Archives(connection)
        self.bin = Bin(connection)
        self.bulk_changes = BulkChanges(connection)
        self.comments = Comments(connection)
        self.conversations = Conversations(connection)
        self.document_labels = DocumentLabels(connection)
        self.exports = Exports(connection)
        self.extracts = Extracts(connection)
        self.fields = Fields(connection)
        self.labels = Labels(connection)
        self.obligations = Obligations(connection)
        self.presence = Presence(connection)
        self.relations = Relations(connection)
        self.saved_views = SavedViews(connection)
        self.similar_texts = SimilarTexts(connection)
        self.versions = Versions(connection)
