import { Eye } from 'lucide-react';
import { createPortal } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { stopImpersonating } from '../../modules/users/api.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { useBannerHost } from './banner-host.ts';
import styles from './Banner.module.css';

/** Above every page, while an administrator acts as the viewer. */
export function ImpersonationBanner({ name }: { name: string }) {
  const { formatMessage } = useIntl();
  const host = useBannerHost();
  const { change, isBusy } = useChange();
  const stop = (): Promise<unknown> =>
    change({ perform: () => stopImpersonating().then(() => window.location.assign('/-/admin/users')) });
  return createPortal(
    <section
      className={styles.banner}
      aria-label={formatMessage({ id: 'impersonation.label', defaultMessage: 'Impersonation' })}
    >
      <Icon of={Eye} />
      <span>
        <FormattedMessage
          id="impersonation.text"
          defaultMessage="You are signed in as {name}."
          values={{ name: <b>{name}</b> }}
        />
      </span>
      <Button size="small" busy={isBusy} onClick={() => void stop()}>
        <FormattedMessage id="impersonation.stop" defaultMessage="Stop" />
      </Button>
    </section>,
    host,
  );
}
