import { describe, expect } from 'vitest';
import { renderTexts } from '../../platform/markdown/sockets.ts';
import { test } from '../../testing/test.ts';
import type { Namespace } from '../namespaces/store.ts';
import type { Context } from '../../platform/context.ts';

async function render(ctx: Context, text: string, at: Namespace): Promise<string> {
  const [html = ''] = await renderTexts(ctx, [{ text, base: { path: at.fullPath, kind: at.kind } }]);
  return html;
}

describe('references to work items', () => {
  test('issues and epics by number, in the same, a sibling and any namespace', async ({ as, build }) => {
    const group = await build.group({ visibility: 'public' });
    const project = await build.project({ group });
    const beside = await build.project({ group });
    const epic = await build.epic({ group, title: 'The whole' });
    const issue = await build.issue({ project, title: 'A <part>' });
    const html = await render(as('ada'), `See #${issue.iid} and &${epic.iid}, not #999.`, project);
    expect(html).toContain(`href="/${project.fullPath}/-/issues/${issue.iid}"`);
    expect(html).toContain('title="A &lt;part&gt;"');
    expect(html).toContain(`href="/groups/${group.fullPath}/-/epics/${epic.iid}"`);
    expect(html).toContain('not #999');
    const other = await render(as('ada'), `${project.path}#${issue.iid}+`, beside);
    expect(other).toContain(`A &lt;part&gt; (${project.path}#${issue.iid})`);
    const full = await render(as('ada'), `http://milepost.test/${project.fullPath}/-/issues/${issue.iid}`, group);
    expect(full).toContain(`>${project.path}#${issue.iid}</a>`);
  });

  test('PM-GN-05: a title is shown only if every reader of the text may see it', async ({ as, build }) => {
    const top = await build.group({ visibility: 'public' });
    const open = await build.project({ group: top });
    const closed = await build.project({ group: top, visibility: 'private' });
    const secret = await build.issue({ project: closed, title: 'Secret plan' });
    const hidden = await build.issue({ project: open, title: 'Hidden flaw', confidential: true });
    const html = await render(as('ada'), `${closed.fullPath}#${secret.iid}+ and #${hidden.iid}+`, open);
    expect(html).not.toContain('Secret plan');
    expect(html).not.toContain('Hidden flaw');
    expect(html).toContain(`href="/${closed.fullPath}/-/issues/${secret.iid}"`);
    const other = await build.project({ visibility: 'public' });
    expect(await render(as('ada'), `${closed.fullPath}#${secret.iid}`, other)).not.toContain('href');
    expect(await render(as('ada'), `#${secret.iid}+`, closed)).toContain('Secret plan');
  });
});
