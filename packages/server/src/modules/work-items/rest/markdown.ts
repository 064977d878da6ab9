import { baseOfNamespace } from '@milepost/core/text/references';
import { Type } from 'typebox';
import { renderText } from '../../../platform/markdown/sockets.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { presentHtml } from '../../../platform/remote-images/present.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';

const input = Type.Object({
  text: Type.String({ maxLength: 1_048_576 }),
  gfm: Type.Optional(Type.Boolean({ description: 'Accepted and ignored' })),
  project: Type.Optional(Type.String({ description: 'The full path that references are relative to' })),
  group: Type.Optional(Type.String({ description: 'Milepost extension. The same for a group' })),
});

/** Rendered Markdown for the preview of a text. */
export function addMarkdownRoute(routes: Routes): void {
  routes.post(
    '/markdown',
    { summary: 'Render Markdown', tags: ['markdown'], signedIn: true, access: 'read', input },
    async ({ input: { text, project, group } }, ctx) => {
      const namespace = project
        ? await findVisibleProject(ctx, project)
        : group
          ? await findVisibleGroup(ctx, group)
          : null;
      const html = await renderText(ctx, text, namespace && baseOfNamespace(namespace));
      return { html: presentHtml(ctx.services, html) };
    },
  );
}
