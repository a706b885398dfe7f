"""Store the relations of a file, between annotations that the file or the corpus has."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db.models import QuerySet

from core.db.row_locks import lock_keys_against_delete
from core.errors import NotFound, UserFault
from corpuses.annotations.labels.services import labels_named
from corpuses.annotations.models import Annotation, Relation
from corpuses.annotations.relations.services import RelationAcrossDocuments, RelationToItself, record_new_relations
from corpuses.imports.models import AnnotationImport
from corpuses.imports.rows import RelationRow
from documents.models import Document


class RelationEndUnknown(NotFound):
    """One of the annotations of this relation is neither in the file nor in the corpus."""

    code = "relation_end_unknown"
    what_to_do = "Import the annotations together with their relations."


def store_relations(
    imported: AnnotationImport,
    rows: Mapping[int, RelationRow],
    stored: Mapping[UUID, UUID],
    problems: dict[int, UserFault],
) -> int:
    """Store the relations that are not there yet, and return their number; add refused ones to the problems.

    `stored` are the annotations that have another id than in the file, by the latter.
    """
    ends = lock_annotations(imported, ids_of(rows.values()), stored)
    accepted: list[tuple[str, Annotation, Annotation]] = []
    for number, row in rows.items():
        source, target = ends.get(row.source), ends.get(row.target)
        if source is None or target is None:
            problems[number] = RelationEndUnknown()
        elif source.pk == target.pk:
            problems[number] = RelationToItself()
        elif source.document_id != target.document_id:
            problems[number] = RelationAcrossDocuments()
        else:
            accepted.append((row.label, source, target))
    labels = labels_named(imported.corpus, {name for name, *_ in accepted}) if accepted else {}
    relations = [
        Relation(
            corpus=imported.corpus,
            document_id=source.document_id,
            source=source,
            target=target,
            label=labels[name],
            creator=imported.owner,
        )
        for name, source, target in accepted
    ]
    Relation.objects.bulk_create(relations, ignore_conflicts=True)
    added = Relation.with_deleted.filter(pk__in=[each.pk for each in relations])
    record_new_relations(added, actor=imported.owner, group=imported.pk)
    return len(added)


def ids_of(rows: Collection[RelationRow]) -> set[UUID]:
    """Return the ids of the annotations where relations begin or end, as in the file."""
    return {key for row in rows for key in (row.source, row.target)}


def visible_annotations(imported: AnnotationImport) -> "QuerySet[Annotation]":
    """Return the annotations of the corpus on documents that the user of an import may see."""
    return Annotation.objects.filter(
        corpus=imported.corpus, document__in=Document.objects.visible_to(imported.owner).values("pk")
    )


def lock_annotations(imported: AnnotationImport, ids: set[UUID], stored: Mapping[UUID, UUID]) -> dict[UUID, Annotation]:
    """Return the annotations on visible documents by the ids in the file, locked against deletion."""
    keys = {key: stored.get(key, key) for key in ids}
    lock_keys_against_delete(Annotation.objects, set(keys.values()))
    found = visible_annotations(imported).in_bulk(set(keys.values()))
    return {key: found[stored_key] for key, stored_key in keys.items() if stored_key in found}
