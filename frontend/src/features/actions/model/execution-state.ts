// The states of executions, also in URLs.

export const EXECUTION_STATES = ['WAITING', 'QUEUED', 'SUCCESS', 'FAILED', 'SKIPPED', 'CANCELLED'] as const;
export type ExecutionState = (typeof EXECUTION_STATES)[number];

export const isExecutionState = (value: unknown): value is ExecutionState => EXECUTION_STATES.some((state) => state === value);
