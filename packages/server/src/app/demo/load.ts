import { addDays, formatDay, type Day } from '@milepost/core/days';
import type { LabelId, MilestoneId, NamespaceId, UserId } from '@milepost/core/ids';
import { accessLevelOf, anonymous, Viewer } from '@milepost/core/roles';
import { linkItems } from '../../modules/links/commands.ts';
import { addMember } from '../../modules/members/commands.ts';
import { createNote } from '../../modules/notes/commands.ts';
import { createLabel } from '../../modules/labels/commands.ts';
import { createMilestone } from '../../modules/milestones/commands.ts';
import { createGroup, createProject } from '../../modules/namespaces/commands/writing.ts';
import { namespaceByFullPath, type Namespace } from '../../modules/namespaces/store.ts';
import { addUser } from '../../modules/users/commands/accounts.ts';
import type { User } from '../../modules/users/store.ts';
import { closeWorkItem, createWorkItem, type NewWorkItem } from '../../modules/work-items/commands.ts';
import type { WorkItem } from '../../modules/work-items/store.ts';
import { Context, type Services, type Trx } from '../../platform/context.ts';
import { spreadChanges, spreadClosings } from './times.ts';
import { makeDelivery } from './delivery.ts';
import { Dice } from './dice.ts';
import { type DemoFields, makeFields } from './fields.ts';
import { startWork } from './progress.ts';
import { releasesAround, type Release } from './releases.ts';
import { blockers, comments, commonIssues, labels } from './story/small-things.ts';
import { company, people, teams, type Person } from './story/company.ts';
import { areas, riskOf, shareDone, type Feature, type Slice, type Theme } from './story/plan.ts';
import { themes } from './story/themes.ts';

/** The path of the sample group, and its owner. */
export const demoGroup = company.path;
export const demoUser = (people[0] as Person).username;

/** Whether the sample group exists. */
export async function hasDemo(services: Services): Promise<boolean> {
  return (await namespaceByFullPath(services.db, company.path)) !== null;
}

/**
 * Creates the sample group, with dates around `today`, and spreads its activity. Its people sign in with `password`. Does nothing if the
 * group exists; returns whether it was created. `hasDelivery`: false leaves out code and deliveries, for the benchmark.
 */
export async function loadDemo(
  services: Services,
  today: Day,
  password: string,
  { hasDelivery = true }: { hasDelivery?: boolean } = {},
): Promise<boolean> {
  if (await hasDemo(services)) return false;
  // Its people do not exist: a mail server would send back hundreds of mails.
  const withoutMail = { ...services, mailer: null };
  const rootId = await new Context(withoutMail, anonymous).transaction(async (trx) => {
    const owner = await addPerson(trx, people[0] as Person, password);
    const ctx = new Context(withoutMail, new Viewer(owner.id, true), trx);
    return new Demo(ctx, trx, today, password).make(hasDelivery);
  });
  await services.db.transaction().execute((trx) => spreadChanges(trx, rootId));
  return true;
}

function addPerson(trx: Trx, { username, name, role }: Person, password: string): Promise<User> {
  const email = `${username}@tidewater.example`;
  return addUser(trx, { username, name, email, password, isAdmin: role === 'owner' });
}

const weights = [1, 1, 2, 2, 3, 3, 5, 8] as const;

class Demo {
  readonly #ctx: Context;
  readonly #trx: Trx;
  readonly #today: Day;
  readonly #password: string;
  readonly #dice = new Dice(20_260);
  readonly #writers = new Map<string, Context>();
  readonly #userIds: UserId[] = [];
  readonly #labels = new Map<string, LabelId>();
  readonly #projects = new Map<string, Namespace[]>();
  readonly #groups = new Map<string, Namespace>();
  readonly #features = new Map<string, WorkItem>();
  #fields: DemoFields | undefined;
  #releases: (Release & { id: MilestoneId })[] = [];

  constructor(ctx: Context, trx: Trx, today: Day, password: string) {
    this.#ctx = ctx;
    this.#trx = trx;
    this.#today = today;
    this.#password = password;
  }

  async make(hasDelivery: boolean): Promise<NamespaceId> {
    const root = await createGroup(this.#ctx, {
      parent: null,
      name: company.name,
      path: company.path,
      description: company.description,
      visibility: 'public',
    });
    await this.#makePeople(root);
    await this.#makeTeams(root);
    await this.#makeLabels(root);
    await this.#makeReleases(root);
    this.#fields = await makeFields(this.#ctx, root);
    for (const theme of themes) await this.#makeTheme(theme);
    await this.#linkBlockers();
    await startWork(this.#ctx, this.#trx, root, this.#today);
    await spreadClosings(this.#trx, root.id);
    const [, payments] = this.#projects.get('ticketing') as [Namespace, Namespace];
    if (hasDelivery) await makeDelivery(this.#writers, this.#trx, payments, this.#today);
    return root.id;
  }

  async #makePeople(root: Namespace): Promise<void> {
    for (const person of people) {
      const user = person.role === 'owner' ? null : await addPerson(this.#trx, person, this.#password);
      const id = user?.id ?? (this.#ctx.viewer.id as UserId);
      const accessLevel = accessLevelOf[person.role];
      if (user) await addMember(this.#ctx, root, { userId: id, accessLevel });
      if (person.role === 'reporter' || person.role === 'guest') continue;
      this.#userIds.push(id);
      const viewer = new Viewer(id, person.role === 'owner', new Map([[root.id, accessLevel]]));
      this.#writers.set(person.username, new Context(this.#ctx.services, viewer, this.#trx));
    }
  }

  async #makeTeams(root: Namespace): Promise<void> {
    for (const team of teams) {
      const group = await createGroup(this.#ctx, {
        parent: root.id,
        path: team.path,
        name: team.name,
        description: team.description,
        visibility: 'public',
      });
      this.#groups.set(team.path, group);
      const projects: Namespace[] = [];
      for (const project of team.projects) {
        projects.push(await createProject(this.#ctx, { parent: group.id, ...project, visibility: 'public' }));
      }
      this.#projects.set(team.path, projects);
    }
  }

  async #makeLabels(root: Namespace): Promise<void> {
    for (const label of [...labels.stage, ...labels.priority, ...labels.plain]) {
      const { id } = await createLabel(this.#ctx, root, label);
      this.#labels.set(label.title, id);
    }
    for (const [area, color] of Object.entries(areas)) {
      const { id } = await createLabel(this.#ctx, root, { title: `area::${area}`, color });
      this.#labels.set(`area::${area}`, id);
    }
  }

  async #makeReleases(root: Namespace): Promise<void> {
    for (const release of releasesAround(this.#today)) {
      const { id } = await createMilestone(this.#ctx, root, {
        title: release.title,
        startDate: formatDay(release.start),
        dueDate: formatDay(release.due),
      });
      this.#releases.push({ ...release, id });
    }
  }

  async #makeTheme(theme: Theme): Promise<void> {
    const group = this.#groups.get(theme.team) as Namespace;
    const epic = await this.#create({
      type: 'epic',
      namespace: group,
      title: theme.title,
      description: `${theme.why}\n\n## Parts\n\n${theme.features.map((feature) => `- ${feature.title}`).join('\n')}`,
      color: theme.color,
      healthStatus: theme.health,
      startDateIsFixed: false,
      dueDateIsFixed: false,
      labelIds: this.#labelIds(`area::${theme.area}`),
      assigneeIds: this.#owners(theme, themes.indexOf(theme) % 4 === 1 ? 2 : 1),
      customFields: this.#fields?.benefits(theme),
    });
    // New children come first, so the last is created first.
    for (const feature of theme.features.toReversed()) await this.#makeFeature(theme, epic, feature);
  }

  async #makeFeature(theme: Theme, parent: WorkItem, feature: Feature): Promise<void> {
    const epic = await this.#create({
      type: 'epic',
      namespace: this.#groups.get(theme.team) as Namespace,
      title: feature.title,
      description: `Part of **${theme.title}**.\n\n${theme.why}`,
      color: theme.color,
      risk: riskOf(feature),
      parentId: parent.id,
      ...this.#dates(feature.start, feature.due),
      // Nobody has taken an idea yet.
      assigneeIds: feature.stage === 'discovery' ? [] : this.#owners(theme, 1, this.#features.size),
      labelIds: this.#labelIds(`area::${theme.area}`, `stage::${feature.stage}`, this.#priority(feature)),
      customFields: this.#fields && [...this.#fields.benefits(theme), ...this.#fields.piers(this.#features.size)],
    });
    this.#features.set(feature.title, epic);
    for (const [index, slice] of feature.slices.entries()) await this.#makeSlice(theme, epic, feature, slice, index);
    const isDone = feature.stage === 'done';
    const title =
      feature.slices.length === 0 ? `Sketch: ${feature.title}` : `Keep everyone posted on “${feature.title}”`;
    await this.#makeIssue(theme, epic, feature, title, isDone && feature.slices.length > 0);
    if (isDone) await closeWorkItem(this.#ctx, epic.id);
  }

  async #makeSlice(theme: Theme, parent: WorkItem, feature: Feature, slice: Slice, index: number): Promise<void> {
    const titles = [...slice.issues, ...commonIssues.map((title) => title.replace('{about}', slice.about))];
    const epic = await this.#create({
      type: 'epic',
      namespace: this.#groups.get(theme.team) as Namespace,
      title: slice.title,
      description: `What done means for ${slice.about}:\n\n${slice.issues.map((title) => `- [${feature.stage === 'done' ? 'x' : ' '}] ${title}`).join('\n')}`,
      color: theme.color,
      parentId: parent.id,
      ...this.#sliceDates(feature, index),
      labelIds: this.#labelIds(`area::${theme.area}`, `stage::${feature.stage}`),
    });
    const done = Math.round(titles.length * shareDone[feature.stage]);
    for (const [position, title] of titles.entries()) {
      await this.#makeIssue(theme, epic, feature, title, position < done);
    }
    if (feature.stage === 'done') await closeWorkItem(this.#ctx, epic.id);
  }

  async #makeIssue(theme: Theme, parent: WorkItem, feature: Feature, title: string, isDone: boolean): Promise<void> {
    const projects = this.#projects.get(theme.team) as Namespace[];
    const due = feature.due === null ? null : addDays(this.#today, feature.due);
    const issue = await this.#create({
      type: 'issue',
      namespace: this.#dice.pick(projects),
      title,
      description:
        this.#dice.roll() < 0.4
          ? `- [x] Talk to the people who asked\n- [${isDone ? 'x' : ' '}] Try it on the pier\n- [${isDone ? 'x' : ' '}] Tell the call center`
          : '',
      parentId: parent.id,
      weight: this.#dice.pick(weights),
      healthStatus: isDone ? null : this.#health(feature),
      milestoneId:
        this.#releases.find((release) => due !== null && release.start <= due && due <= release.due)?.id ?? null,
      assigneeIds: [this.#dice.pick(this.#userIds)],
      labelIds: this.#labelIds(
        this.#priority(feature),
        this.#dice.roll() < 0.3 ? this.#dice.pick(labels.plain).title : null,
      ),
    });
    if (this.#dice.roll() < 0.25) {
      const body = this.#dice.pick(comments).replace('@someone', `@${this.#dice.pick(people).username}`);
      await createNote(this.#dice.pick([...this.#writers.values()]), { workItemId: issue.id, body });
    }
    if (isDone) await closeWorkItem(this.#dice.pick([...this.#writers.values()]), issue.id);
  }

  /** People in turn, so that each theme has owners of its own. */
  #owners(theme: Theme, count: number, from = 0): UserId[] {
    const first = themes.indexOf(theme) + 1 + from;
    return Array.from({ length: count }, (_, index) => this.#userIds[(first + index) % this.#userIds.length] as UserId);
  }

  /** Writes as one of the people, so that a plan has several authors. */
  #create(wanted: NewWorkItem): Promise<WorkItem> {
    return createWorkItem(this.#dice.pick([...this.#writers.values()]), wanted);
  }

  #dates(start: number | null, due: number | null): Partial<NewWorkItem> {
    return {
      startDateFixed: start === null ? null : formatDay(addDays(this.#today, start)),
      dueDateFixed: due === null ? null : formatDay(addDays(this.#today, due)),
    };
  }

  /** The slices of a feature follow one another, each slightly longer than its share of the days. */
  #sliceDates({ start, due, slices }: Feature, index: number): Partial<NewWorkItem> {
    if (start === null || due === null) return this.#dates(start, due);
    const share = (due - start) / slices.length;
    return this.#dates(Math.round(start + share * index), Math.min(due, Math.round(start + share * (index + 1) + 7)));
  }

  #labelIds(...titles: readonly (string | null)[]): LabelId[] {
    return titles.flatMap((title) => (title === null ? [] : [this.#labels.get(title) as LabelId]));
  }

  #priority(feature: Feature): string {
    if (feature.health === 'at_risk') return 'priority::high';
    return this.#dice.roll() < 0.6 ? 'priority::medium' : 'priority::low';
  }

  /** Usually the health of the feature, occasionally another. */
  #health(feature: Feature): Feature['health'] {
    return this.#dice.roll() < 0.7
      ? feature.health
      : this.#dice.pick(['on_track', 'on_track', 'needs_attention', 'at_risk'] as const);
  }

  async #linkBlockers(): Promise<void> {
    for (const [blocker, blocked] of blockers) {
      const [itemId, otherId] = [blocker, blocked].map((title) => (this.#features.get(title) as WorkItem).id);
      if (itemId && otherId) await linkItems(this.#ctx, { itemId, linkType: 'blocks', otherIds: [otherId] });
    }
  }
}
