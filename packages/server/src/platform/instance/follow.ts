import type { StoredSettings } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import type { Services } from '../context.ts';
import { openMailer } from '../mail/mailer.ts';
import { logoUrlOf, readStored } from './store.ts';

/** Polling interval; stored settings are applied on all servers of the database within twice this time. */
const READ_EVERY_MS = 4_000;
/** Delay before a replaced mail connection is closed, so that it can finish sending. */
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
      // Retried at the next interval; until then the settings stay as they are.
      report('could not read the settings of the installation', error);
    } finally {
      isReading = false;
    }
  };
  const timer = setInterval(() => void refresh(), READ_EVERY_MS);
  timer.unref();
  return { refresh, stop: () => clearInterval(timer) };
}

/** Reads the stored settings once and applies them in this process. */
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
    // A newer version stored a value that this one does not accept: the settings stay as they are.
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
