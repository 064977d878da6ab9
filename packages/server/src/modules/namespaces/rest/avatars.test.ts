import { describe, expect } from 'vitest';
import { test } from '../../../testing/forms.ts';

/** The smallest PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const file = (bytes: Uint8Array<ArrayBuffer> | string) => ({ field: 'avatar', name: 'avatar.png', bytes });

describe('avatars over REST', () => {
  test('RS-GN-06: a group and a project take an avatar as a file of a form, with other fields, and an empty one removes it', async ({
    build,
    call,
    form,
  }) => {
    const group = await build.group();
    const project = await build.project({ group });
    for (const [path, kind, { id }] of [
      [`/groups/${group.id}`, 'group', group],
      [`/projects/${project.id}`, 'project', project],
    ] as const) {
      const url = `/api/v4${path}`;
      const made = await form('ada', 'PUT', url, file(png), { description: 'With a picture' });
      expect(made).toMatchObject({
        status: 200,
        body: {
          description: 'With a picture',
          avatar_url: expect.stringMatching(`^http://milepost.test/-/avatars/${kind}/${id}/[0-9a-f]{16}$`) as string,
        },
      });
      expect((await call('ada', 'GET', path)).body).toMatchObject({ avatar_url: made.body['avatar_url'] });
      // Without the parameter it stays.
      expect((await call('ada', 'PUT', path, { description: '' })).body).toMatchObject({
        avatar_url: made.body['avatar_url'],
      });
      expect((await call('ada', 'PUT', path, { avatar: '' })).body).toMatchObject({ avatar_url: null });
    }
    const url = `/api/v4/groups/${group.id}`;
    expect((await form('gwen', 'PUT', url, file(png))).status).toBe(403);
    expect(
      (await form('otto', 'PUT', `/api/v4/groups/${(await build.group({ visibility: 'private' })).id}`, file(png)))
        .status,
    ).toBe(404);
  });

  test('RS-GN-06: no image, one that is too large and a text are refused, with all other fields', async ({
    build,
    call,
    form,
  }) => {
    const project = await build.project();
    const path = `/projects/${project.id}`;
    const put = (bytes: Uint8Array<ArrayBuffer> | string) =>
      form('ada', 'PUT', `/api/v4${path}`, file(bytes), { description: 'Refused' });
    expect(await put('no image')).toMatchObject({
      status: 400,
      body: { message: { avatar: ['must be a PNG, JPEG, GIF or WebP'] } },
    });
    const large = Buffer.concat([png, Buffer.alloc(300_000)]);
    expect(await put(large)).toMatchObject({
      status: 400,
      body: { message: { avatar: [expect.stringContaining('too big') as string] } },
    });
    expect(await call('ada', 'PUT', path, { avatar: 'avatar.png' })).toMatchObject({
      status: 400,
      body: { error: 'avatar is invalid' },
    });
    expect((await call('ada', 'GET', path)).body).toMatchObject({ description: null, avatar_url: null });
  });

  test('RS-GN-06: new groups and projects may have one', async ({ form }) => {
    const group = await form('ada', 'POST', '/api/v4/groups', file(png), { name: 'Pictured', path: 'pictured' });
    expect(group).toMatchObject({
      status: 201,
      body: { avatar_url: expect.stringContaining('/-/avatars/group/') as string },
    });
    const fields = { name: 'Pictured', path: 'pictured', namespace_id: String(group.body['id']) };
    const project = await form('ada', 'POST', '/api/v4/projects', file(png), fields);
    expect(project).toMatchObject({
      status: 201,
      body: { avatar_url: expect.stringContaining('/-/avatars/project/') as string },
    });
  });
});
