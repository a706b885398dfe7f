"""Addresses of `tasks`, below `/api/v1/`. `/jobs` itself is at the documents, which are what jobs are asked for."""

from django.urls import URLPattern, path

from tasks.api import staff_views, views


def failed_jobs(at: str) -> list[URLPattern]:
    """Give the addresses of what failed for good, below `at`."""
    return [
        path(at, staff_views.FailedJobsView.as_view()),
        path(f"{at}/depth", staff_views.DepthView.as_view()),
        path(f"{at}/requeue", staff_views.RequeueManyView.as_view()),
        path(f"{at}/<uuid:letter_id>", staff_views.FailedJobView.as_view()),
        path(f"{at}/<uuid:letter_id>/requeue", staff_views.RequeueOneView.as_view()),
        path(f"{at}/<uuid:letter_id>/discard", staff_views.DiscardView.as_view()),
    ]


urlpatterns = [
    path("jobs/<uuid:job_id>", views.JobView.as_view(), name="job"),
    path("jobs/<uuid:job_id>/cancel", views.CancelView.as_view(), name="job-cancel"),
    path("jobs/<uuid:job_id>/retry", views.RetryView.as_view(), name="job-retry"),
    path("jobs/<uuid:job_id>/log", views.LogView.as_view(), name="job-log"),
    *failed_jobs("admin/failed-jobs"),
    path("admin/lanes", staff_views.LanesView.as_view()),
    path("admin/workers", staff_views.WorkersView.as_view()),
    path("admin/tenants", staff_views.TenantsView.as_view()),
    path("admin/tenants/<uuid:tenant_id>", staff_views.TenantView.as_view()),
    path("admin/scheduler", staff_views.SchedulerView.as_view()),
]
