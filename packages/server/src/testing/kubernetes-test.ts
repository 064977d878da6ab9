import { importArchive } from '../modules/imports/commands.ts';
import { kubernetesArchives } from './kubernetes.ts';
import { test as base } from './test.ts';
import { contextAs } from './world.ts';

/** The test over a database that holds the Kubernetes group and its project, imported once for the whole file. */
export const test = base.extend('kubernetes', { scope: 'file', auto: true }, async ({ world }) => {
  const ctx = contextAs(world, 'root');
  const group = await importArchive(ctx, kubernetesArchives.group);
  const project = await importArchive(ctx, kubernetesArchives.project);
  return { group, project };
});
