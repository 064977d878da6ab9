import { readFile } from 'node:fs/promises';
import { sealedColumns } from '../app/sealed-columns.ts';
import { recordAudit } from '../platform/audit.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { parseSetting } from '../platform/config/parse.ts';
import { settingsSchema } from '../platform/config/schema.ts';
import { forgetSecrets, rotateSecrets, WrongSecretError } from '../platform/sealing/rotate.ts';
import { readSecret } from '../platform/secret.ts';
import { messageOf } from '../platform/util/errors.ts';
import { type Command, CommandError } from './command.ts';
import { withDatabase } from './database.ts';

export const secretRotate: Command = {
  name: 'secret rotate',
  details: `Encrypts every secret in the database under a new key: tokens, passwords and keys of webhooks, remotes, streams, the mail server and
authenticator apps. Servers may be running. With --next-secret-file the next start uses another MILEPOST_SECRET.
With --forget a server whose former MILEPOST_SECRET is lost can start again: what was encrypted with it has to be entered again.`,
  options: {
    'next-secret-file': { value: 'FILE', meaning: 'a file with the MILEPOST_SECRET of the next start' },
    forget: { meaning: 'gives up what the present MILEPOST_SECRET cannot decrypt' },
  },
  async run(input) {
    const config = readProcessConfig();
    const file = input.value('next-secret-file');
    const nextSecret = file === undefined ? null : await readNextSecret(file);
    await withDatabase(config, async ({ db }) => {
      if (input.isOn('forget')) {
        const what = 'Gave up stored secrets of a lost MILEPOST_SECRET';
        await forgetSecrets({ db, secret: await readSecret(config) });
        await recordAudit(
          db,
          { viewer: { id: null }, address: null },
          { kind: 'instance_settings_changed', of: null, what },
        );
        console.log(`${what}. Enter them again: "milepost doctor" counts them.`);
        return;
      }
      const { rotated, unreadable } = await rotate({ db, secret: await readSecret(config) }, nextSecret);
      const what = `Encrypted ${rotated} stored secrets under a new key`;
      await recordAudit(
        db,
        { viewer: { id: null }, address: null },
        { kind: 'instance_settings_changed', of: null, what },
      );
      console.log(`${what}.${nextSecret === null ? '' : ' Now start the server with the next MILEPOST_SECRET.'}`);
      if (unreadable > 0)
        throw new CommandError(`${unreadable} stored secrets cannot be decrypted with any key, and stay as they are`);
    });
  },
};

async function rotate(vault: Parameters<typeof rotateSecrets>[0], nextSecret: string | null) {
  try {
    return await rotateSecrets(vault, sealedColumns, nextSecret);
  } catch (error) {
    if (error instanceof WrongSecretError) throw new CommandError(error.message);
    throw error;
  }
}

async function readNextSecret(file: string): Promise<string> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${messageOf(error)}`);
  }
  return parseSetting('--next-secret-file', settingsSchema.properties.MILEPOST_SECRET, text);
}
