import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadPaymentFields, type PaymentFieldsProps } from './payment-provider.ts';

/** Returns the component of the payment fields when its code is loaded. A new `attempt` loads it again. */
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
  // The effect depends on `attempt`, so that a new attempt loads the code again.
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
