import { createMergeRequest } from '../../modules/merge-requests/commands.ts';
import { writeCommit } from '../../modules/repositories/store/writing.ts';
import type { MergeRequest } from '../../modules/merge-requests/store.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import { createRepositoryFolder } from '../../modules/repositories/store/folders.ts';
import { linesOf } from '../../modules/repositories/store/commits.ts';
import { insertRef } from '../../modules/repositories/store/refs.ts';
import { insertRepository, savePush } from '../../modules/repositories/store.ts';
import { contextAs, type World } from '../world.ts';

/** Creates merge requests with real branches. */
export function mergeRequestBuilders(world: World) {
  /** A project with the branches `main`, `release` and `feature`, which is one commit ahead. They hold `README.md`. */
  async function code(project: Namespace): Promise<void> {
    const { db, services } = world;
    await insertRepository(db, project.id);
    const folder = await createRepositoryFolder(services.dataDir, project.id);
    const repo = { git: services.git, folder };
    const [blobId = ''] = linesOf(
      await services.git.run(['hash-object', '-w', '--stdin'], { folder, input: 'text\n' }),
    );
    const entry = `100644 blob ${blobId}\tREADME.md\n`;
    const [treeId = ''] = linesOf(await services.git.run(['mktree'], { folder, input: entry }));
    const author = { name: 'Dana', email: 'dana@milepost.test' };
    const first = await writeCommit(repo, { treeId, parentIds: [], message: 'Begin', author });
    const second = await writeCommit(repo, { treeId, parentIds: [first], message: 'Change', author });
    await insertRef(repo, 'heads', 'main', first);
    await insertRef(repo, 'heads', 'release', first);
    await insertRef(repo, 'heads', 'feature', second);
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
  };
}
