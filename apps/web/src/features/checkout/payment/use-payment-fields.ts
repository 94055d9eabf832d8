import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadPaymentFields, type PaymentFieldsProps } from './payment-provider.ts';

/** The provider's fields, once their code is there. Another `attempt` asks for it again. */
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
  // Each attempt asks anew.
  useEffect(() => {
    if (publishableKey === undefined) return;
    let isThere = true;
    loadPaymentFields(publishableKey).then(
      (loaded) => isThere && setFields(() => loaded),
      () => isThere && latest.current(),
    );
    return () => {
      isThere = false;
    };
  }, [publishableKey, attempt]);
  return Fields;
}
