"""The actions that the audit log records. `docs/howto/audit-log.md` lists them; a test compares the two."""

from enum import StrEnum


class Action(StrEnum):
    """An action: the kind of the object, and a verb."""

    # Accounts. The object is the user.
    USER_CREATED = "user.created"
    USER_DELETED = "user.deleted"
    SIGNED_IN = "user.signed_in"
    SIGN_IN_FAILED = "user.sign_in_failed"
    SIGNED_OUT = "user.signed_out"
    SESSIONS_REVOKED = "user.sessions_revoked"
    PASSWORD_CHANGED = "user.password_changed"  # noqa: S105  # the name of an action
    PASSWORD_RESET = "user.password_reset"  # noqa: S105  # the same
    PASSWORD_RESET_REQUESTED = "user.password_reset_requested"  # noqa: S105  # the same
    PASSWORD_REFUSED = "user.password_refused"  # noqa: S105  # the same
    EMAIL_CHANGE_REQUESTED = "user.email_change_requested"
    EMAIL_CONFIRMED = "user.email_confirmed"
    PROFILE_CHANGED = "user.profile_changed"
    TOKEN_CREATED = "token.created"  # noqa: S105  # the same
    TOKEN_REVOKED = "token.revoked"  # noqa: S105  # the same
    TOKEN_USED_FROM_NEW_ADDRESS = "token.used_from_new_address"  # noqa: S105  # the same
    INVITATION_CREATED = "invitation.created"
    INVITATION_WITHDRAWN = "invitation.withdrawn"

    # Access. The object is the document or corpus that was shared.
    SHARE_CREATED = "share.created"
    SHARE_CHANGED = "share.changed"
    SHARE_WITHDRAWN = "share.withdrawn"
    LINK_CREATED = "link.created"
    LINK_CHANGED = "link.changed"
    LINK_WITHDRAWN = "link.withdrawn"
    LINK_OPENED = "link.opened"
    PUBLISHED = "share.published"
    UNPUBLISHED = "share.unpublished"
    TEAM_CREATED = "team.created"
    TEAM_RENAMED = "team.renamed"
    TEAM_DELETED = "team.deleted"
    TEAM_MEMBER_INVITED = "team.member_invited"
    TEAM_MEMBER_JOINED = "team.member_joined"
    TEAM_MEMBER_CHANGED = "team.member_changed"
    TEAM_MEMBER_REMOVED = "team.member_removed"
    TEAM_INVITATION_DECLINED = "team.invitation_declined"
    TEAM_INVITATION_WITHDRAWN = "team.invitation_withdrawn"

    # Documents.
    DOCUMENT_UPLOADED = "document.uploaded"
    DOCUMENT_OPENED = "document.opened"
    DOCUMENT_DOWNLOADED = "document.downloaded"
    DOCUMENT_EXPORTED = "document.exported"
    DOCUMENT_CHANGED = "document.changed"
    DOCUMENT_REPROCESSED = "document.reprocessed"
    DOCUMENT_DELETED = "document.deleted"
    DOCUMENT_RESTORED = "document.restored"
    DOCUMENT_PURGED = "document.purged"

    # Corpora, and what is in them.
    CORPUS_CREATED = "corpus.created"
    CORPUS_CHANGED = "corpus.changed"
    CORPUS_DELETED = "corpus.deleted"
    CORPUS_RESTORED = "corpus.restored"
    CORPUS_PURGED = "corpus.purged"
    CORPUS_DOCUMENT_ADDED = "corpus.document_added"
    CORPUS_DOCUMENT_REMOVED = "corpus.document_removed"
    CORPUS_DOCUMENT_MOVED = "corpus.document_moved"
    FOLDER_CREATED = "folder.created"
    FOLDER_CHANGED = "folder.changed"
    FOLDER_DELETED = "folder.deleted"
    FOLDER_RESTORED = "folder.restored"
    FOLDER_PURGED = "folder.purged"
    LABEL_CREATED = "label.created"
    LABEL_CHANGED = "label.changed"
    LABEL_DELETED = "label.deleted"
    LABEL_RESTORED = "label.restored"
    LABEL_PURGED = "label.purged"
    ANNOTATION_CREATED = "annotation.created"
    ANNOTATIONS_CREATED = "annotation.created_many"
    ANNOTATION_CHANGED = "annotation.changed"
    ANNOTATION_DELETED = "annotation.deleted"
    ANNOTATION_RESTORED = "annotation.restored"
    ANNOTATION_PURGED = "annotation.purged"
    ACTION_CREATED = "action.created"
    ACTION_CHANGED = "action.changed"
    ACTION_DELETED = "action.deleted"
    ACTION_STARTED = "action.started"
    ACTION_FINISHED = "action.finished"
    FIELDSET_CREATED = "fieldset.created"
    FIELDSET_CHANGED = "fieldset.changed"
    FIELDSET_DELETED = "fieldset.deleted"
    FIELDSET_RESTORED = "fieldset.restored"
    FIELDSET_PURGED = "fieldset.purged"
    EXTRACT_STARTED = "extract.started"
    EXTRACT_CHANGED = "extract.changed"
    EXTRACT_RERUN = "extract.rerun"
    EXTRACT_CANCELLED = "extract.cancelled"
    EXTRACT_DELETED = "extract.deleted"
    EXTRACT_RESTORED = "extract.restored"
    EXTRACT_PURGED = "extract.purged"
    EXTRACT_EXPORTED = "extract.exported"
    CELL_REVIEWED = "cell.reviewed"
    CELL_CHANGED = "cell.changed"

    # Operations.
    TENANT_SETTINGS_CHANGED = "tenant.settings_changed"
    SCHEDULER_SETTINGS_CHANGED = "scheduler.settings_changed"
    JOB_REQUEUED = "job.requeued"
    JOB_DISCARDED = "job.discarded"
    ADMIN_ADDED = "admin.added"
    ADMIN_CHANGED = "admin.changed"
    ADMIN_DELETED = "admin.deleted"
    LOG_EXPORTED = "audit_log.exported"
