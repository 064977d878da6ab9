import { useIntl } from 'react-intl';
import { Loading } from '../ui/Spinner.tsx';
import { printAddress } from './addresses.ts';
import { NotFound } from './Failure.tsx';
import { pageComponent } from './pages.ts';
import { useAddress } from './use-address.ts';
import { useLeavesPicture } from './use-first-picture.ts';

/** The page of the present address. The route's loader has fetched its code by now. */
export function AddressedPage() {
  const address = useAddress();
  const Component = address && pageComponent(address.page);
  useLeavesPicture(!address || Component !== null);
  if (!address) return <NotFound />;
  if (!Component) return <ComingPage />;
  // A page for another place starts anew; a change of its parameters alone keeps it.
  return <Component key={printAddress(address)} address={address} />;
}

/** Stands in for a page whose code takes its time: whoever pressed a link sees that it leads somewhere. */
export function ComingPage() {
  const { formatMessage } = useIntl();
  return <Loading atOnce label={formatMessage({ id: 'app.loading', defaultMessage: 'Loading' })} />;
}
