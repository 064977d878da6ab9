import type { DeploymentStatus } from '@milepost/core/deployments/deployments';
import { slugOfName, tierOfName, type EnvironmentState } from '@milepost/core/deployments/environments';
import type { Namespace } from '../../modules/namespaces/store.ts';
import { insertDeployment } from '../../modules/deployments/store/deployments.ts';
import { insertProtection, insertRule, type RuleValues } from '../../modules/deployments/store/protection.ts';
import { insertEnvironment } from '../../modules/deployments/store.ts';
import type { Deployment, Environment } from '../../modules/deployments/table.ts';
import type { Person } from '../cast.ts';
import type { World } from '../world.ts';

export interface DeploymentToBuild {
  environment: Environment;
  status?: DeploymentStatus;
  /** Who created it; nobody by default. */
  author?: Person;
}

/** Creates environments, deployments and protections directly in the database, without policy. */
export function deploymentBuilders(world: World) {
  const environment = (wanted: {
    project: Namespace;
    name?: string;
    state?: EnvironmentState;
  }): Promise<Environment> => {
    const { project, name = `environment ${world.next()}`, state = 'available' } = wanted;
    const [slug, tier] = [slugOfName(name), tierOfName(name)];
    return insertEnvironment(world.db, { projectId: project.id, name, slug, tier, state });
  };
  const deployment = ({ environment: at, status = 'running', author }: DeploymentToBuild): Promise<Deployment> =>
    insertDeployment(world.db, {
      projectId: at.projectId,
      environmentId: at.id,
      iid: world.next(),
      status,
      ref: 'main',
      isTag: false,
      sha: 'b'.repeat(40),
      userId: author ? world.userIds[author] : null,
    });
  /** Everybody from developer up may deploy; `approvals` are the rules about approving. */
  const protection = async (wanted: {
    namespace: Namespace;
    name: string;
    approvals?: readonly Partial<RuleValues>[];
  }) => {
    const { namespace, name, approvals = [] } = wanted;
    const id = await insertProtection(world.db, namespace.id, name);
    if (id === null) throw new Error('It is protected already');
    const nobody = { accessLevel: null, userId: null, groupId: null, groupInheritanceType: 0 };
    await insertRule(world.db, id, { ...nobody, accessLevel: 30, requiredApprovals: null });
    for (const rule of approvals) await insertRule(world.db, id, { ...nobody, requiredApprovals: 1, ...rule });
    return id;
  };
  return { environment, deployment, protection };
}
