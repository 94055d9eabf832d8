import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadPaymentFields, type PaymentFieldsProps } from './payment-provider.ts';

/**
 * Returns the component for the payment fields once its code is loaded. Incrementing `attempt` loads the code again.
 */
export function usePaymentFields(
  publishableKey: string | undefined,
  attempt: number,
  onFailed: () => void,
): ComponentType<PaymentFieldsProps> | undefined {
  const [Fields, setFields] = useState<ComponentType<PaymentFieldsProps>>();
  const latest = useRef(onFailed);
  useEffect(() => {
    latest.current = onFailed;
  });
  // The effect depends on `attempt`, so that incrementing it loads the code again.
  useEffect(() => {
    if (publishableKey === undefined) return;
    let isThere = true;
    loadPaymentFields().then(
      (loaded) => isThere && setFields(() => loaded),
      () => isThere && latest.current(),
    );
    return () => {
      isThere = false;
    };
  }, [publishableKey, attempt]);
  return Fields;
}
