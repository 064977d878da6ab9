import { featureOfPage } from '@milepost/core/settings/features';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { Loading } from '../ui/progress/Spinner.tsx';
import { type Address, printAddress } from '../platform/navigation/addresses.ts';
import { NotFound } from '../platform/loading/Failure.tsx';
import { pageComponent } from './pages.ts';
import { useDisabledFeatures } from '../platform/session/features.ts';
import { session, setSession } from '../platform/session/session.ts';
import { useRouterState } from '../platform/navigation/router-context.ts';
import { useAddress } from '../platform/navigation/use-address.ts';
import { useEndsFirstPaint } from '../platform/loading/use-first-paint.ts';
import { loadingLabel } from '../ui/text/messages.ts';

/** The page of the current address; its code is loaded. */
export function AddressedPage() {
  const address = useAddress();
  const status = useRouterState((state) => state.status);
  const error = useRouterState((state) => state.error);
  const Component = address && pageComponent(address.page);
  const feature = address && featureOfPage(printAddress(address).split('/-/')[1] ?? '');
  const isSwitchedOff = useDisabledFeatures().some((each) => each === feature);
  useEndsFirstPaint(status !== 'loading' && (!address || Component !== null));
  useEffect(() => {
    // The server's answer applies to the page it came with: the namespace may be created afterwards.
    if (window.location.pathname !== firstPathname && session().missingNamespace !== null) {
      setSession({ ...session(), missingNamespace: null });
    }
  }, [address]);
  if (status === 'failed') throw error;
  if (status === 'loading') return <PagePlaceholder />;
  if (!address || isKnownToBeMissing(address) || isSwitchedOff) return <NotFound />;
  if (!Component) return <PagePlaceholder />;
  // A page for another namespace is remounted; a change of parameters alone keeps its state.
  return <Component key={printAddress(address)} address={address} />;
}

const firstPathname = window.location.pathname;

/** Whether the server reported with the page that its namespace does not exist, so nothing has to be requested. */
const isKnownToBeMissing = (address: Address): boolean =>
  'fullPath' in address && address.fullPath === session().missingNamespace;

/** Shown while a page takes long to load, so that a pressed link has a visible effect. */
function PagePlaceholder() {
  const { formatMessage } = useIntl();
  return <Loading atOnce label={formatMessage(loadingLabel)} />;
}
