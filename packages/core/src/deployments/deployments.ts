export const deploymentStatuses = ['created', 'running', 'success', 'failed', 'canceled', 'blocked'] as const;
export type DeploymentStatus = (typeof deploymentStatuses)[number];

/** What a pipeline can report. */
export const reportedStatuses = ['running', 'success', 'failed', 'canceled'] as const;
export type ReportedStatus = (typeof reportedStatuses)[number];

const finalStatuses: ReadonlySet<DeploymentStatus> = new Set(['success', 'failed', 'canceled'] as const);

export function isFinal(status: DeploymentStatus): boolean {
  return finalStatuses.has(status);
}

/** Why a deployment cannot get this status; null when it can. */
export function transitionProblem(from: DeploymentStatus, to: ReportedStatus): string | null {
  if (isFinal(from)) return `The deployment has ended: its status stays ${from}.`;
  if (from === 'blocked' && to !== 'canceled') return 'The deployment is blocked: it can only be canceled.';
  return null;
}
