import { addDays, formatDay, utcDayOf } from '@milepost/core/days';
import type { MilestoneState } from '@milepost/core/timeboxes/milestones';
import { cadencesById, insertCadence, type Cadence } from '../../modules/iterations/store/cadences.ts';
import { insertIterations, iterationsById, renumber, type Iteration } from '../../modules/iterations/store.ts';
import { insertMilestone, milestonesById, type Milestone } from '../../modules/milestones/store.ts';
import { nextIid, type Namespace } from '../../modules/namespaces/store.ts';
import { contextAs, type World } from '../world.ts';

export interface MilestoneToBuild {
  /** Its group or project. */
  namespace: Namespace;
  title?: string;
  description?: string;
  state?: MilestoneState;
  /** `YYYY-MM-DD` */
  startDate?: string | null;
  dueDate?: string | null;
}

export interface CadenceToBuild {
  group: Namespace;
  title?: string;
  isAutomatic?: boolean;
  startDate?: string | null;
  durationInWeeks?: number | null;
  iterationsInAdvance?: number | null;
  rollsOver?: boolean;
}

export interface IterationToBuild {
  cadence: Cadence;
  title?: string | null;
  /** `YYYY-MM-DD` */
  startDate: string;
  dueDate: string;
}

/** The day this many days from now (negative: ago), as in the API. */
export function dayFromNow(days: number): string {
  return formatDay(addDays(utcDayOf(new Date()), days));
}

/** Creates milestones, cadences and iterations directly in the database, without policy and scheduling. */
export function milestoneBuilders(world: World) {
  const reader = () => contextAs(world, 'root');

  async function milestone({ namespace, ...wanted }: MilestoneToBuild): Promise<Milestone> {
    const id = await insertMilestone(world.db, {
      title: `milestone ${world.next()}`,
      ...wanted,
      namespaceId: namespace.id,
      iid: await nextIid(world.db, namespace.id, 'milestones'),
    });
    if (id === null) throw new TypeError(`${namespace.fullPath} has a milestone "${wanted.title}" already`);
    return (await reader().load(milestonesById, id)) as Milestone;
  }

  async function cadence({ group, ...wanted }: CadenceToBuild): Promise<Cadence> {
    const title = `cadence ${world.next()}`;
    const id = await insertCadence(world.db, { title, isAutomatic: false, ...wanted, namespaceId: group.id });
    return (await reader().load(cadencesById, id)) as Cadence;
  }

  async function iteration({ cadence: parent, ...wanted }: IterationToBuild): Promise<Iteration> {
    const { id: cadenceId, namespaceId } = parent;
    const iid = await nextIid(world.db, namespaceId, 'iterations');
    const [id] = await insertIterations(world.db, [{ ...wanted, cadenceId, namespaceId, iid, sequence: 0 }]);
    await renumber(world.db, cadenceId);
    if (id === undefined) throw new TypeError('An inserted iteration has an id');
    return (await reader().load(iterationsById, id)) as Iteration;
  }

  return { milestone, cadence, iteration };
}
