import { Type } from 'typebox';
import { settingSections, type SettingSection } from '../../platform/config/stored.ts';
import { jobStates } from '../../platform/jobs/history.ts';
import { RestPage, pageRequest, pagingInput } from '../../platform/rest/paging.ts';
import { idParam } from '../../platform/rest/params.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { addBackupRoutes } from './rest/backups.ts';
import { addUserRoutes } from './rest/users.ts';
import { jobsIn, namespacesForAdministrators, overview, resumeSending, retryJobs } from './commands/overview.ts';
import { saveSettings, sendTestMessage, shownSettings } from './commands/settings.ts';

const tags = ['pages'];
const hidden = { tags, signedIn: true, isHidden: true, administrators: true } as const;
const sections = Object.keys(settingSections) as [SettingSection, ...SettingSection[]];
const settingsInput = Type.Object({
  section: Type.Enum(sections),
  values: Type.Record(Type.String(), Type.String({ maxLength: 2_000 })),
});

const listInput = Type.Object({ ...pagingInput, search: Type.Optional(Type.String({ maxLength: 255 })) });
const jobsInput = Type.Object({ ...pagingInput, state: Type.Optional(Type.Enum([...jobStates])) });

/** Endpoints of the admin pages. Answered with 404 to everyone but administrators. */
export function addSiteRoutes(routes: Routes): void {
  addUserRoutes(routes);
  addSystemRoutes(routes);
  addBackupRoutes(routes);
  routes.get(
    '/-/admin/settings.json',
    { summary: 'The settings of the installation', ...hidden },
    async (_request, ctx) => {
      const shown = await shownSettings(ctx);
      return Object.fromEntries(
        Object.entries(shown).map(([section, settings]) => [
          section,
          settings.map(({ name, description, defaultText, value, isSet, isSecret, isFixed }) => ({
            name,
            description,
            default: defaultText,
            value,
            set: isSet,
            secret: isSecret,
            fixed: isFixed,
          })),
        ]),
      );
    },
  );

  routes.put(
    '/-/admin/settings',
    { summary: 'Save a section of the settings', ...hidden, input: settingsInput, status: 204 },
    async ({ input }, ctx) => {
      await saveSettings(ctx, input.section, input.values);
    },
  );

  routes.post(
    '/-/admin/test_message',
    { summary: 'Send a test message to the administrator', ...hidden, status: 200 },
    async (_request, ctx) => {
      const { isSent, answer } = await sendTestMessage(ctx);
      return { sent: isSent, answer };
    },
  );
}

/** Overview, groups and projects, jobs. */
function addSystemRoutes(routes: Routes): void {
  routes.get('/-/admin/overview.json', { summary: 'Counts and health', ...hidden }, async (_request, ctx) => {
    const { counts, health, waiting, pause } = await overview(ctx);
    return {
      users: counts.users,
      groups: counts.groups,
      projects: counts.projects,
      items: counts.items,
      health: Object.entries(health).map(([name, { isGood, isOff = false, detail }]) => ({
        name,
        good: isGood,
        off: isOff,
        detail,
      })),
      paused: pause && { reason: pause.reason, since: pause.since.toISOString() },
      waiting: { users: waiting.users, reports: waiting.reports, failed_jobs: waiting.failedJobs },
    };
  });

  routes.post(
    '/-/admin/outgoing/resume',
    { summary: 'Send mail, webhooks and audit streams again after a restore', ...hidden, status: 204 },
    async (_request, ctx) => {
      await resumeSending(ctx);
    },
  );

  for (const kind of ['group', 'project'] as const) {
    routes.get(
      `/-/admin/${kind}s.json`,
      { summary: `All ${kind}s`, ...hidden, input: listInput },
      async ({ input }, ctx) => {
        const wanted = pageRequest(input);
        const { namespaces, total } = await namespacesForAdministrators(ctx, kind, input.search ?? '', wanted);
        const shown = namespaces.map((each) => ({
          id: each.id,
          full_path: each.fullPath,
          name: each.name,
          visibility: each.visibility,
          owner: each.owner,
          members: each.members,
          items: each.items,
          last_activity_at: each.lastActivityAt.toISOString(),
          state: each.deletedAt ? 'deleted' : each.archivedAt ? 'archived' : 'active',
        }));
        return new RestPage(shown, total, wanted);
      },
    );
  }

  routes.get(
    '/-/admin/jobs.json',
    { summary: 'Background jobs', ...hidden, input: jobsInput },
    async ({ input }, ctx) => {
      const { jobs, counts } = await jobsIn(ctx, input.state ?? 'failed', pageRequest(input));
      return {
        counts,
        jobs: jobs.map(({ id, task, createdAt, at, attempts, lastError }) => ({
          id,
          task,
          created_at: createdAt.toISOString(),
          at: at.toISOString(),
          attempts,
          last_error: lastError,
        })),
      };
    },
  );

  routes.post(
    '/-/admin/jobs/:job_id/retry',
    { summary: 'Run a failed job once more', ...hidden, status: 200 },
    async ({ params }, ctx) => ({ retried: await retryJobs(ctx, idParam<'Job'>(params, 'job_id')) }),
  );
  routes.post(
    '/-/admin/jobs/retry',
    { summary: 'Run all failed jobs once more', ...hidden, status: 200 },
    async (_request, ctx) => ({ retried: await retryJobs(ctx, null) }),
  );
}
