import type { StoredSettings } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import type { Services } from '../context.ts';
import { openMailer } from '../mail/mailer.ts';
import { logoUrlOf, readStored } from './store.ts';

/** Stored settings are in force on every server of the database within twice this time. */
const READ_EVERY_MS = 4_000;
/** A replaced connection to the mail server may finish what it is sending. */
const CLOSE_MAILER_AFTER_MS = 60_000;

/** Keeps the settings of this process equal to the stored ones. */
export interface InstanceFollower {
  /** Reads the stored settings now. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Applies the stored settings, and follows their changes by other processes until stopped. */
export async function followInstance(
  services: Services,
  stored: StoredSettings,
  report: (message: string, error: unknown) => void,
): Promise<InstanceFollower> {
  await applyStored(services, stored, report);
  let isReading = false;
  const refresh = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      await applyStored(services, stored, report);
    } catch (error) {
      // The next round may find the database again; until then the settings stay as they are.
      report('could not read the settings of the installation', error);
    } finally {
      isReading = false;
    }
  };
  const timer = setInterval(() => void refresh(), READ_EVERY_MS);
  timer.unref();
  return { refresh, stop: () => clearInterval(timer) };
}

/** Reads the stored settings once and puts them in force in this process. */
export async function applyStored(
  services: Services,
  stored: StoredSettings,
  report: (message: string, error: unknown) => void = () => {},
): Promise<void> {
  const texts = await readStored(services.db, services.secret);
  const before = services.instance;
  try {
    services.instance = { ...stored.read(texts), logoUrl: await logoUrlOf(services.db) };
  } catch (error) {
    // A value of a newer version: the settings stay as they are.
    if (!(error instanceof ConfigError)) throw error;
    report('a stored setting is not valid', error);
    return;
  }
  services.uploadLimit = services.instance.uploadLimit;
  if (JSON.stringify(before.mail) === JSON.stringify(services.instance.mail)) return;
  const { mailer } = services;
  services.mailer = openMailer(services.instance.mail);
  if (mailer) setTimeout(() => mailer.close(), CLOSE_MAILER_AFTER_MS).unref();
}
