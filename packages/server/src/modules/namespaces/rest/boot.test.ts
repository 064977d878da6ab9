import { anonymous } from '@milepost/core/roles';
import { expect } from 'vitest';
import { Context } from '../../../platform/context.ts';
import { test } from '../../../testing/test.ts';
import { updateGroup } from '../commands/writing.ts';
import { missingNamespaceOf, namespaceOfPage } from './boot.ts';

test('a page reports a group or project that its viewer cannot see, and no other', async ({ build, as, world }) => {
  const open = await build.group({ visibility: 'public' });
  const secret = await build.group({ visibility: 'private' });
  const project = await build.project({ visibility: 'public', group: open });
  const visitor = new Context(world.services, anonymous);
  for (const [pathname, missing] of [
    [`/groups/${open.fullPath}`, null],
    [`/groups/${open.fullPath.toUpperCase()}/-/epics/5?x=1`, null],
    [`/groups/${secret.fullPath}/-/roadmap`, secret.fullPath],
    ['/groups/nope', 'nope'],
    ['/groups/nope/deep/-/issues', 'nope/deep'],
    [`/${project.fullPath}`, null],
    [`/${project.fullPath}/-/issues/1`, null],
    [`/${project.fullPath}/-/`, null],
    [`/${project.fullPath}/edit`, null],
    [`/${open.fullPath}/nope/-/issues`, `${open.fullPath}/nope`],
    // Groups do not have this page, only projects do.
    [`/groups/${project.fullPath}`, project.fullPath],
    ['/groups/new', null],
    ['/projects/new', null],
    ['/users/sign_in', null],
    ['/dashboard/todos', null],
    ['/admin/abuse_reports', null],
    ['/-/imports', null],
    ['/ada', null],
    ['/', null],
    ['/groups/%E0%A4%A', null],
  ] as const) {
    expect([pathname, await missingNamespaceOf(visitor, pathname)]).toEqual([pathname, missing]);
  }
  expect(await missingNamespaceOf(as('ada'), `/groups/${secret.fullPath}/-/roadmap`)).toBeNull();
});

test('the page of a public group costs an anonymous viewer one statement in ten seconds', async ({ build, world }) => {
  const open = await build.group({ visibility: 'public' });
  const project = await build.project({ visibility: 'public', group: open });
  const visit = (pathname: string) => missingNamespaceOf(new Context(world.services, anonymous), pathname);
  await visit(`/groups/${open.fullPath}/-/roadmap`);
  await visit(`/${project.fullPath}/-/issues`);
  world.statements.length = 0;
  expect(await visit(`/groups/${open.fullPath.toUpperCase()}/-/epics`)).toBeNull();
  expect(await visit(`/${project.fullPath}/-/issues/1`)).toBeNull();
  expect(world.statements).toEqual([]);
  // There is no group at a project's path.
  expect(await visit(`/groups/${project.fullPath}`)).toBe(project.fullPath);
});

test('a page finds a group as soon as it exists or is public, and a private one is never cached', async ({
  build,
  as,
  db,
  world,
}) => {
  const visit = (ctx: Context, pathname: string) => missingNamespaceOf(ctx, pathname);
  const visitor = () => new Context(world.services, anonymous);
  const secret = await build.group({ visibility: 'private' });
  const pathname = `/groups/${secret.fullPath}`;
  expect(await visit(as('ada'), pathname)).toBeNull();
  expect(await visit(visitor(), pathname)).toBe(secret.fullPath);
  await db.updateTable('namespaces').set({ visibility: 'public' }).where('id', '=', secret.id).execute();
  expect(await visit(visitor(), pathname)).toBeNull();
});

test('TM-GS-05: a page below a former path has a new address, for those who may see it', async ({ build, as }) => {
  const group = await build.group({ visibility: 'private' });
  const project = await build.project({ group });
  const { fullPath } = await updateGroup(as('ada'), group.id, { path: `${group.path}-new` });
  for (const [former, present] of [
    [`/groups/${group.fullPath}`, `/groups/${fullPath}`],
    [
      `/groups/${group.fullPath}/-/epics?label_name[]=a&state=all`,
      `/groups/${fullPath}/-/epics?label_name[]=a&state=all`,
    ],
    [`/${project.fullPath}/-/issues/1?x=1`, `/${fullPath}/${project.path}/-/issues/1?x=1`],
  ] as const) {
    expect(await namespaceOfPage(as('gwen'), former)).toMatchObject({ missingNamespace: null, movedTo: present });
    expect(await namespaceOfPage(as('otto'), former)).toMatchObject({ movedTo: null });
    expect(await namespaceOfPage(as('gwen'), present)).toMatchObject({ missingNamespace: null, movedTo: null });
  }
});

test('an anonymous viewer is redirected from a former path each time', async ({ build, as }) => {
  const group = await build.group({ visibility: 'public' });
  const { fullPath } = await updateGroup(as('ada'), group.id, { path: `${group.path}-new` });
  for (const _ of [1, 2]) {
    expect(await namespaceOfPage(as('nobody'), `/groups/${group.fullPath}`)).toMatchObject({
      movedTo: `/groups/${fullPath}`,
    });
  }
});

test('TM-GS-22: an address of a project without the scope leads to the one with it, unless a project has that path', async ({
  build,
  world,
}) => {
  const group = await build.group({ visibility: 'public' });
  const project = await build.project({ visibility: 'public', group });
  const movedTo = async (url: string) => (await namespaceOfPage(new Context(world.services, anonymous), url)).movedTo;
  expect(await movedTo(`/${project.fullPath}/issues/12?x=1`)).toBe(`/${project.fullPath}/-/issues/12?x=1`);
  const issues = await build.project({ visibility: 'public', group, path: 'issues' });
  expect(await movedTo(`/${issues.fullPath}`)).toBeNull();
});
