import type { ApprovalStatus } from '@milepost/core/deployments/approvals';
import type { DeploymentStatus } from '@milepost/core/deployments/deployments';
import type { AutoStopSetting, EnvironmentState, EnvironmentTier } from '@milepost/core/deployments/environments';
import type {
  DeploymentApprovalId,
  DeploymentId,
  EnvironmentId,
  NamespaceId,
  ProtectedEnvironmentId,
  ProtectionRuleId,
  UserId,
} from '@milepost/core/ids';
import type { Selectable } from 'kysely';
import type { Generated, GeneratedTime, NullableTime, Optional } from '../../platform/database/tables.ts';

/** Where the code of a project runs. */
export interface EnvironmentTable {
  id: Generated<EnvironmentId>;
  projectId: NamespaceId;
  name: string;
  slug: string;
  description: Optional<string>;
  externalUrl: Optional<string>;
  tier: EnvironmentTier;
  autoStopSetting: Generated<AutoStopSetting>;
  kubernetesNamespace: Optional<string>;
  fluxResourcePath: Optional<string>;
  state: Generated<EnvironmentState>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

/** The arrival of a commit in an environment, as an external pipeline reports it. */
export interface DeploymentTable {
  id: Generated<DeploymentId>;
  iid: number;
  projectId: NamespaceId;
  environmentId: EnvironmentId;
  status: DeploymentStatus;
  ref: string;
  isTag: boolean;
  sha: string;
  /** Who created it. */
  userId: Optional<UserId>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
  finishedAt: NullableTime;
}

/** An environment of a project by name, or a tier of everything below a group, with rules. */
export interface ProtectedEnvironmentTable {
  id: Generated<ProtectedEnvironmentId>;
  namespaceId: NamespaceId;
  name: string;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

/** Exactly one of level, user and group is set. */
export interface ProtectedEnvironmentRuleTable {
  id: Generated<ProtectionRuleId>;
  protectedEnvironmentId: ProtectedEnvironmentId;
  accessLevel: Optional<number>;
  userId: Optional<UserId>;
  groupId: Optional<NamespaceId>;
  groupInheritanceType: Generated<number>;
  /** Null: the rule is about deploying. */
  requiredApprovals: Optional<number>;
}

export interface DeploymentApprovalTable {
  id: Generated<DeploymentApprovalId>;
  deploymentId: DeploymentId;
  userId: Optional<UserId>;
  status: ApprovalStatus;
  comment: Generated<string>;
  /** The rule that it was given for; null once that is removed. */
  ruleId: Optional<ProtectionRuleId>;
  createdAt: GeneratedTime;
}

export type Environment = Selectable<EnvironmentTable>;
export type Deployment = Selectable<DeploymentTable>;
export type DeploymentApproval = Selectable<DeploymentApprovalTable>;

declare module '../../platform/database/tables.ts' {
  interface Tables {
    environments: EnvironmentTable;
    deployments: DeploymentTable;
    protectedEnvironments: ProtectedEnvironmentTable;
    protectedEnvironmentRules: ProtectedEnvironmentRuleTable;
    deploymentApprovals: DeploymentApprovalTable;
  }
}
