import { createMergeRequest } from '../../modules/merge-requests/commands.ts';
import { commentOnRequest } from '../../modules/merge-requests/commands/comments.ts';
import { findMergeRequestById } from '../../modules/merge-requests/commands/find.ts';
import type { RequestNote } from '../../modules/merge-requests/store/notes.ts';
import type { MergeRequest } from '../../modules/merge-requests/store.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import { createRepositoryFolder } from '../../modules/repositories/store/folders.ts';
import { insertRepository, savePush } from '../../modules/repositories/store.ts';
import { writeCommitObject, writeFiles, writeRef } from '../git-objects.ts';
import { contextAs, type World } from '../world.ts';

/** Creates merge requests with real branches. */
export function mergeRequestBuilders(world: World) {
  /** A project with the branches `main`, `release` and `feature`, which is one commit ahead. They hold `README.md`. */
  async function code(project: Namespace): Promise<void> {
    const { db, services } = world;
    await insertRepository(db, project.id);
    const folder = await createRepositoryFolder(services.dataDir, project.id);
    const treeId = await writeFiles(folder, [{ name: 'README.md', content: 'text\n' }]);
    const first = await writeCommitObject(folder, { treeId, parentIds: [], message: 'Begin' });
    const second = await writeCommitObject(folder, { treeId, parentIds: [first], message: 'Change' });
    for (const [name, target] of [
      ['main', first],
      ['release', first],
      ['feature', second],
    ] as const)
      await writeRef(folder, `heads/${name}`, target);
    await savePush(db, project.id, { defaultBranch: 'main', sizeBytes: 0 });
  }

  return {
    code,
    /** By an administrator, from `feature`. */
    async mergeRequest(wanted: { project: Namespace; targetBranch?: string }): Promise<MergeRequest> {
      const { project, targetBranch = 'main' } = wanted;
      await code(project);
      const fields = { title: 'Change', sourceBranch: 'feature', targetBranch };
      return createMergeRequest(contextAs(world, 'root'), project.id, fields);
    },
    /** By an administrator. */
    async requestThread(request: MergeRequest): Promise<RequestNote> {
      const ctx = contextAs(world, 'root');
      return commentOnRequest(ctx, await findMergeRequestById(ctx, request.id), { body: 'Why?', isThread: true });
    },
  };
}
