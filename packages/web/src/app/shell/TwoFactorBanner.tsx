import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { createPortal } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { factorsQuery } from '../../modules/users/second-factor-api.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { printTime } from '../../ui/field/days.ts';
import styles from './Banner.module.css';
import { useBannerHost } from './banner-host.ts';

/** Above every page, until the viewer has the second factor that a group requires. */
export function TwoFactorBanner({ deadline }: { deadline: string }) {
  const intl = useIntl();
  const host = useBannerHost();
  // The page was sent with the deadline; since then a factor may have been set up on it.
  const { data } = useQuery({ ...factorsQuery, enabled: false });
  const isDone = data !== undefined && (data.totp_since !== null || data.passkeys.length > 0);
  if (isDone) return null;
  return createPortal(
    <section
      className={styles.banner}
      aria-label={intl.formatMessage({ id: 'twoFactorBanner.label', defaultMessage: 'Two-factor authentication' })}
    >
      <Icon of={TriangleAlert} />
      <span>
        <FormattedMessage
          id="twoFactorBanner.text"
          defaultMessage="A group that you are a member of requires two-factor authentication. Set it up before {deadline}."
          values={{ deadline: <time dateTime={deadline}>{printTime(intl, deadline)}</time> }}
        />
      </span>
      <ButtonLink size="small" to={{ page: 'twoFactor' }}>
        <FormattedMessage id="twoFactorBanner.setUp" defaultMessage="Set up" />
      </ButtonLink>
    </section>,
    host,
  );
}
