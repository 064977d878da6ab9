import type { WorkItemId } from '@milepost/core/ids';
import { describe, expect } from 'vitest';
import type { Context, Loader } from '../platform/context.ts';
import { customFieldsOfRoot } from '../modules/custom-fields/store.ts';
import { customFieldValuesOfWorkItem } from '../modules/custom-fields/store/values.ts';
import { childrenAfter, everyChild, hasChildrenWithin, withinKey } from '../modules/hierarchy/store/children.ts';
import { inheritedDatesOf, seenMilestonesOf } from '../modules/hierarchy/store/dates.ts';
import { rollupsSeen, seenKey } from '../modules/hierarchy/store/rollups.ts';
import { childFlagsOf } from '../modules/hierarchy/store.ts';
import { labelsById } from '../modules/labels/store.ts';
import { labelsOfWorkItem } from '../modules/labels/store/items.ts';
import { blockCountsOf, linksOf } from '../modules/links/store.ts';
import { mergeRequestCountOfIssue } from '../modules/merge-requests/store/lists.ts';
import { milestonesById } from '../modules/milestones/store.ts';
import { namespacesByFullPath, namespacesById } from '../modules/namespaces/store.ts';
import { createNote } from '../modules/notes/commands.ts';
import { noteCountsOfWorkItem, notesById } from '../modules/notes/store.ts';
import { participantIdsOfWorkItem } from '../modules/notes/store/participants.ts';
import { reactionsOfWorkItem, votesOfWorkItem } from '../modules/reactions/store.ts';
import { latestUpdateOf } from '../modules/status-updates/store.ts';
import { subscribedTo } from '../modules/subscriptions/store.ts';
import { timelogsOf, timeSpentOn } from '../modules/time-tracking/store.ts';
import { usersById } from '../modules/users/store.ts';
import { vulnerabilityLinksOf } from '../modules/vulnerabilities/store/links.ts';
import { headsById, replyAddressesById } from '../modules/work-items/store/heads.ts';
import { assigneesOf } from '../modules/work-items/store/people.ts';
import { lifecyclesOfRoot, statusesById } from '../modules/work-items/store/statuses.ts';
import { descriptionsById, workItemsById } from '../modules/work-items/store.ts';
import { test } from '../testing/http.ts';
import type { Builders } from '../testing/test.ts';

const list = /* GraphQL */ `
  query ($fullPath: ID!, $withPeople: Boolean = true) {
    group(fullPath: $fullPath) {
      epics(timeframe: { start: "2026-01-01", end: "2026-12-31" }) {
        nodes {
          title
          group {
            fullPath
          }
          parent {
            title
          }
          ancestors {
            nodes {
              title
            }
          }
          labels {
            nodes {
              title
            }
          }
          author @include(if: $withPeople) {
            username
          }
          ...People @include(if: $withPeople)
          status {
            name
          }
          hasChildren
          hasChildrenWithinTimeframe
          descendantCounts {
            openedIssues
          }
          healthStatus {
            issuesAtRisk
          }
          blocked
          userNotesCount
          linkedWorkItems {
            nodes {
              linkType
              workItem {
                title
              }
            }
          }
          children {
            nodes {
              title
              labels {
                nodes {
                  title
                }
              }
              group {
                fullPath
              }
              descendantCounts {
                openedIssues
              }
            }
          }
        }
      }
    }
  }
  fragment People on Epic {
    assignees {
      nodes {
        username
      }
    }
  }
`;

/** Notices of earlier changes are sent after their commit, at any time. */
const withoutNotices = (statements: readonly string[]) => statements.filter((text) => !text.includes('pg_notify'));

/** A group with `count` epics that have everything, each below its own parent. */
async function plan(build: Builders, count: number) {
  const group = await build.group({ visibility: 'public' });
  const subgroup = await build.group({ parent: group, visibility: 'public' });
  const project = await build.project({ group, visibility: 'public' });
  const milestone = await build.milestone({ namespace: group });
  const days = { startDate: '2026-02-01', dueDate: '2026-03-01' };
  const epics = [];
  for (let at = 0; at < count; at += 1) {
    const parent = await build.epic({ group, title: `Parent ${at}`, ...days });
    const epic = await build.epic({
      group: subgroup,
      parent,
      title: `Epic ${at}`,
      assignees: ['paul', 'ada'],
      ...days,
    });
    const issue = await build.issue({ project, parent: epic, healthStatus: 'at_risk', milestoneId: milestone.id });
    await build.label({ namespace: group, title: `Label ${at}`, on: [epic, issue] });
    await build.link({ from: parent, to: epic, type: 'blocks' });
    epics.push(parent, epic, issue);
  }
  return { group, subgroup, project, milestone, items: epics };
}

describe('a page of a list', () => {
  test('takes as many statements for many rows as for a few, and one for all that is read by row', async ({
    ask,
    build,
    world,
  }) => {
    const [few, many] = [await plan(build, 1), await plan(build, 6)];
    const count = async ({ group }: typeof few, variables: object = {}) => {
      const before = world.statements.length;
      const { data, errors } = await ask('nobody', list, { fullPath: group.fullPath, ...variables });
      expect(errors).toBeUndefined();
      return { data, sent: withoutNotices(world.statements.slice(before)) };
    };
    const one = await count(few);
    const six = await count(many);
    expect(six.sent.length).toBe(one.sent.length);
    // The group, the rows, what is read by row, the linked items, the children, and what is read of those.
    expect(one.sent.filter((text) => text.includes('json_agg(part)')).length).toBeLessThanOrEqual(3);
    expect(one.sent.length).toBeLessThanOrEqual(7);
    expect(JSON.stringify(six.data)).toContain('Label 5');
  });

  test('reads nothing for fields that a directive leaves out', async ({ ask, build, world }) => {
    const { group } = await plan(build, 2);
    const sent = async (withPeople: boolean) => {
      const before = world.statements.length;
      await ask('nobody', list, { fullPath: group.fullPath, withPeople });
      return world.statements.slice(before).join('\n');
    };
    expect(await sent(true)).toContain('work_item_assignees a JOIN users');
    expect(await sent(false)).not.toContain('work_item_assignees a JOIN users');
  });
});

describe('the page of an item', () => {
  const epicPage = /* GraphQL */ `
    query ($fullPath: ID!, $iid: ID!) {
      group(fullPath: $fullPath) {
        id
        epic(iid: $iid) {
          title
          author {
            username
          }
          labels {
            nodes {
              title
            }
          }
          descendantCounts {
            openedIssues
          }
          startDateSourcingMilestone {
            title
          }
          children {
            nodes {
              title
              labels {
                nodes {
                  title
                }
              }
            }
          }
          issues {
            nodes {
              title
              labels {
                nodes {
                  title
                }
              }
            }
          }
        }
      }
    }
  `;

  test('takes three statements: group and epic, what the page shows of it with both lists, and what it shows of those', async ({
    ask,
    build,
    world,
  }) => {
    const { subgroup, items } = await plan(build, 2);
    const iid = String(items[1]?.iid);
    for (const who of ['nobody', 'paul'] as const) {
      const before = world.statements.length;
      const { data } = await ask(who, epicPage, { fullPath: subgroup.fullPath.toUpperCase(), iid });
      const sent = withoutNotices(world.statements.slice(before)).filter((text) => !text.includes('access_tokens'));
      expect(sent.length).toBeLessThanOrEqual(3);
      expect(data).toMatchObject({
        group: { epic: { title: 'Epic 0', issues: { nodes: [{ labels: { nodes: [{ title: 'Label 0' }] } }] } } },
      });
    }
  });

  test('does not find an epic by the path of another group or without permission', async ({ ask, build }) => {
    const { group, items } = await plan(build, 1);
    const hidden = await build.group({ visibility: 'private' });
    const epic = await build.epic({ group: hidden });
    const other = { fullPath: group.fullPath, iid: String((items[0]?.iid ?? 0) + 1_000) };
    expect((await ask('nobody', epicPage, other)).data).toMatchObject({ group: { epic: null } });
    const secret = { fullPath: hidden.fullPath, iid: String(epic.iid) };
    expect((await ask('nobody', epicPage, secret)).data).toEqual({ group: null });
  });
});

describe('what loaders read together', () => {
  test('is what each reads alone', async ({ as, build, world }) => {
    const { subgroup, group, project, milestone, items } = await plan(build, 3);
    const ids = items.map(({ id }) => id);
    const [first] = items;
    if (!first) throw new Error('No items');
    await world.db
      .insertInto('reactions')
      .values({ workItemId: first.id, userId: world.userIds.paul, name: 'thumbsup' })
      .execute();
    await world.db
      .insertInto('timelogs')
      .values({ workItemId: first.id, userId: world.userIds.paul, timeSpent: 90, spentAt: new Date() })
      .execute();
    await createNote(as('paul'), { workItemId: first.id, body: 'For @ada' });
    const statuses = await world.db.selectFrom('statuses').select('id').execute();
    const noteIds = (await world.db.selectFrom('notes').select('id').execute()).map(({ id }) => id);
    const labelIds = (await world.db.selectFrom('labels').select('id').execute()).map(({ id }) => id);
    const children = childrenAfter(everyChild, { limit: 5, cursor: null, isBackward: false });
    const keysOf = (ctx: Context): [Loader<never, unknown>, readonly (string | number)[]][] => {
      const of = (loader: unknown, keys: readonly (string | number)[]) =>
        [loader as Loader<never, unknown>, keys] as [Loader<never, unknown>, readonly (string | number)[]];
      return [
        of(workItemsById, [...ids, 0]),
        of(labelsOfWorkItem, ids),
        of(linksOf, ids),
        of(blockCountsOf, ids),
        of(assigneesOf, ids),
        of(noteCountsOfWorkItem, ids),
        of(childFlagsOf, ids),
        of(
          rollupsSeen,
          items.map((item) => seenKey(ctx, item)),
        ),
        of(
          hasChildrenWithin,
          ids.map((id: WorkItemId) => withinKey(id, { start: '2026-01-01', end: '2026-12-31' })),
        ),
        of(namespacesById, [group.id, subgroup.id, project.id]),
        of(namespacesByFullPath, [group.fullPath.toLowerCase(), 'missing']),
        of(children, ids),
        of(usersById, Object.values(world.userIds)),
        of(milestonesById, [milestone.id]),
        of(
          statusesById,
          statuses.map(({ id }) => id),
        ),
        ...[
          customFieldValuesOfWorkItem,
          descriptionsById,
          headsById,
          inheritedDatesOf,
          latestUpdateOf,
          mergeRequestCountOfIssue,
          participantIdsOfWorkItem,
          reactionsOfWorkItem,
          replyAddressesById,
          seenMilestonesOf,
          subscribedTo,
          timeSpentOn,
          timelogsOf,
          votesOfWorkItem,
          vulnerabilityLinksOf,
        ].map((loader) => of(loader, ids)),
        of(customFieldsOfRoot, [group.id]),
        of(lifecyclesOfRoot, [group.id]),
        of(notesById, noteIds),
        of(labelsById, labelIds),
      ];
    };
    for (const who of ['root', 'paul', 'nobody'] as const) {
      const [together, alone] = [as(who), as(who)];
      const before = world.statements.length;
      await Promise.all(keysOf(together).map(([loader, keys]) => together.preload(loader, keys as never[])));
      expect(withoutNotices(world.statements.slice(before))).toHaveLength(1);
      for (const [loader, keys] of keysOf(alone)) {
        for (const key of keys) {
          const value = together.peek(loader, key as never);
          expect([loader.name, key, value]).toEqual([loader.name, key, await alone.load(loader, key as never)]);
        }
      }
    }
  });
});
