import { generate as makeWork } from '../app/generate/generate.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { withDatabase } from './database.ts';
import { countText } from './messages.ts';

export const generate: Command = {
  name: 'generate',
  details: `Generates synthetic work in a new public group: epics in trees of up to seven levels, issues below them, labels, milestones.
The same seed generates the same work.`,
  options: {
    epics: { value: 'N', meaning: 'how many epics (1,000)' },
    issues: { value: 'N', meaning: 'how many issues (10,000)' },
    seed: { value: 'S', meaning: 'an integer (1)' },
    into: { value: 'PATH', meaning: 'the path of the new top-level group (generated)' },
  },
  async run(input) {
    const into = input.value('into') ?? 'generated';
    if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(into))
      throw new UsageError('--into must be the path of a new top-level group');
    const wanted = {
      epics: input.number('epics', 1) ?? 1_000,
      issues: input.number('issues', 0) ?? 10_000,
      seed: input.number('seed', 0) ?? 1,
      into,
    };
    await withDatabase(readProcessConfig(), async ({ db }) => {
      const taken = await db.selectFrom('namespaces').select('id').where('fullPath', '=', into).executeTakeFirst();
      if (taken) throw new CommandError(`there is a group ${into} already: choose another with --into`);
      const made = await makeWork(db, {
        ...wanted,
        onProgress: (phase) => console.log(`Generating ${phase} …`),
      });
      console.log(`Generated ${countText(made.epics, 'epic')} and ${countText(made.issues, 'issue')} in ${into}`);
    });
  },
};
