"""URLs of `tasks`, below `/api/v1/`. The list of jobs, `/jobs`, is mounted by `documents`."""

from django.urls import path

from tasks.api.rest import circuit_breakers, dead_letters, jobs, scheduler

urlpatterns = [
    path("jobs/<uuid:job_id>", jobs.JobObjectView.as_view(), name="job"),
    path("jobs/<uuid:job_id>/cancel", jobs.CancelView.as_view(), name="job-cancel"),
    path("jobs/<uuid:job_id>/retry", jobs.RetryView.as_view(), name="job-retry"),
    path("jobs/<uuid:job_id>/log", jobs.LogView.as_view(), name="job-log"),
    path("admin/failed-jobs", dead_letters.DeadLettersView.as_view()),
    path("admin/failed-jobs/depth", dead_letters.DepthView.as_view()),
    path("admin/failed-jobs/requeue", dead_letters.RequeueManyView.as_view()),
    path("admin/failed-jobs/<uuid:dead_letter_id>", dead_letters.DeadLetterView.as_view()),
    path("admin/failed-jobs/<uuid:dead_letter_id>/requeue", dead_letters.RequeueView.as_view()),
    path("admin/failed-jobs/<uuid:dead_letter_id>/discard", dead_letters.DiscardView.as_view()),
    path("admin/queues", scheduler.QueuesView.as_view()),
    path("admin/workers", scheduler.WorkersView.as_view()),
    path("admin/tenants", scheduler.TenantsView.as_view()),
    path("admin/tenants/<uuid:tenant_id>", scheduler.TenantView.as_view()),
    path("admin/scheduler", scheduler.SchedulerView.as_view()),
    path("admin/circuit-breakers", circuit_breakers.CircuitBreakersView.as_view()),
    path("admin/circuit-breakers/reset", circuit_breakers.ResetView.as_view()),
    path("admin/circuit-breakers/open", circuit_breakers.OpenView.as_view()),
]
