"""The common part of the serializers of reports of jobs."""

from corpuses.models import JobReport


class WithError:
    """Base of the serializers of reports that have a field `error`."""

    @staticmethod
    def read_error(report: JobReport) -> dict[str, str] | None:
        code, message = report.error_code, report.error_message
        return {"code": code, "message": message} if code else None
