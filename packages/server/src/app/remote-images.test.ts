import { expect } from 'vitest';
import { remoteImageModes, type RemoteImageMode } from '../platform/remote-images/present.ts';
import { test as base, tokenFor } from '../testing/http.ts';
import { buildServer } from './server.ts';

const test = base.extend(
  'serverIn',
  ({ world }) =>
    (mode: RemoteImageMode) =>
      buildServer({
        services: { ...world.services, remoteImages: { mode, limit: 1_000 } },
        logLevel: 'silent',
        secret: 's'.repeat(32),
        dataDir: world.services.dataDir,
      }),
);

const wanted: Readonly<Record<RemoteImageMode, { text: RegExp; policy: string }>> = {
  allow: { text: /<img src="https:\/\/far\.example\/a\.png"/, policy: "img-src 'self' data: https:;" },
  proxy: { text: /<img src="\/-\/remote-images\/[\w-]{43}\/[\w-]+"/, policy: "img-src 'self' data:;" },
  link: { text: /<a href="https:\/\/far\.example\/a\.png" rel="[^"]*">far<\/a>/, policy: "img-src 'self' data:;" },
};

test('texts show remote images according to the setting in every answer, and pages load no others', async ({
  build,
  call,
  serverIn,
  world,
}) => {
  const project = await build.project({ visibility: 'public' });
  const description = '![far](https://far.example/a.png)';
  const made = await call('ada', 'POST', `/projects/${project.id}/issues`, { title: 'Images', description });
  const iid = String(made.body['iid']);
  await call('ada', 'POST', `/projects/${project.id}/issues/${iid}/notes`, { body: description });
  const headers = { 'private-token': await tokenFor(world, 'ada') };
  const query = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) {
    descriptionHtml notes { nodes { bodyHtml bodyFirstLineHtml } } } } }`;
  for (const mode of remoteImageModes) {
    const server = await serverIn(mode);
    const payload = { query, variables: { path: project.fullPath, iid } };
    const graphql = await server.inject({ method: 'POST', url: '/api/graphql', headers, payload });
    const { issue } = graphql.json<{
      data: { project: { issue: { descriptionHtml: string; notes: { nodes: Record<string, string>[] } } } };
    }>().data.project;
    const preview = await server.inject({
      method: 'POST',
      url: '/api/v4/markdown',
      headers,
      payload: { text: description },
    });
    const page = await server.inject({ url: `/${project.fullPath}/-/issues/${iid}.json`, headers });
    const [note = {}] = issue.notes.nodes;
    const shown = [
      issue.descriptionHtml,
      note['bodyHtml'],
      note['bodyFirstLineHtml'],
      preview.json<{ html: string }>().html,
      page.json<{ description: string }>().description,
    ];
    for (const html of shown) expect(html).toMatch(wanted[mode].text);
    expect(String(page.headers['content-security-policy'])).toContain(wanted[mode].policy);
    await server.close();
  }
});
