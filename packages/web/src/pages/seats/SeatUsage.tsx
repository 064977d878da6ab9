import type { ReactNode } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { changeSeatControl, seatsKey, type Subscription } from '../../modules/billing/api.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { printDay, readDay } from '../../ui/field/days.ts';
import { Toggle } from '../../ui/field/Toggle.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { seatMessages as messages } from './messages.ts';
import styles from './seats.module.css';

/** The seats in use and, with a stored plan, what was bought. Without one nothing is a limit. */
export function SeatUsage({ fullPath, subscription }: { fullPath: string; subscription: Subscription }) {
  const intl = useIntl();
  const { plan, usage, billing } = subscription;
  const day = (text: string | null): ReactNode => {
    const read = readDay(text);
    return read === null ? null : printDay(intl, read);
  };
  const number = (value: number | null): ReactNode => value !== null && intl.formatNumber(value);
  const isLimited = usage.seats_in_subscription !== null;
  const figures: readonly (readonly [MessageDescriptor, ReactNode])[] = [
    [messages.inUse, number(usage.seats_in_use)],
    ...(plan.code === null
      ? []
      : ([
          [messages.bought, number(usage.seats_in_subscription)],
          [messages.most, number(usage.max_seats_used)],
          [messages.owed, isLimited && number(usage.seats_owed)],
          [
            messages.plan,
            <>
              {plan.name} {plan.trial && <Badge>{intl.formatMessage(messages.trial)}</Badge>}
            </>,
          ],
          [messages.starts, day(billing.subscription_start_date)],
          [messages.ends, day(billing.subscription_end_date)],
          [messages.trialEnds, plan.trial && day(billing.trial_ends_on)],
        ] as const)),
  ];
  return (
    <section aria-label={intl.formatMessage(messages.usage)}>
      <dl className={styles.usage}>
        {figures
          .filter(([, value]) => value !== null && value !== false)
          .map(([title, value]) => (
            <div key={title.id} data-owed={(title === messages.owed && usage.seats_owed > 0) || undefined}>
              <dt>
                <FormattedMessage {...title} />
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {isLimited && <SeatControlToggle fullPath={fullPath} isOn={usage.seat_control === 'block_overages'} />}
    </section>
  );
}

function SeatControlToggle({ fullPath, isOn }: { fullPath: string; isOn: boolean }) {
  const { isBusy, change } = useChange(seatsKey(fullPath));
  return (
    <Toggle
      checked={isOn}
      disabled={isBusy}
      onChange={(wanted) =>
        void change({ perform: () => changeSeatControl(fullPath, wanted ? 'block_overages' : 'off') })
      }
    >
      <FormattedMessage {...messages.block} />
    </Toggle>
  );
}
