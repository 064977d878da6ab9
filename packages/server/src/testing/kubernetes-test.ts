import { importArchive } from '../modules/imports/commands.ts';
import { kubernetesArchives } from './kubernetes.ts';
import { test as base } from './test.ts';
import { contextAs } from './world.ts';

/** A test over a database with the Kubernetes group and its project, imported once per file. */
export const test = base.extend('kubernetes', { scope: 'file', auto: true }, async ({ world }) => {
  const ctx = contextAs(world, 'root');
  const group = await importArchive(ctx, kubernetesArchives.group);
  const project = await importArchive(ctx, kubernetesArchives.project);
  return { group, project };
});
