// Renders the API console. API keys are kept only in memory, and requests are sent without cookies.
const withoutCookies = (request) => {
  request.credentials = 'omit';
  return request;
};

/**
 * Prefills form fields only with defaults and omits empty fields from requests. By default, Swagger UI fills every
 * field with a sample value, such as 1 for a width.
 */
const formsWithoutSamples = {
  components: { ParameterIncludeEmpty: () => null },
  afterLoad() {
    const { getSampleSchema } = this.fn;
    this.fn.getSampleSchema = (schema, mediaType, ...more) => {
      if (mediaType !== false) return getSampleSchema(schema, mediaType, ...more);
      return schema.get('default');
    };
  },
};

const nameOf = (field) => {
  const { paramName, propertyName } = field.closest('tr')?.dataset ?? {};
  return paramName ?? propertyName;
};
const label = (text) => (element) => element.setAttribute('aria-label', text);
const level = (text) => (element) => element.setAttribute('aria-level', text);

/** Accessibility fixes for Swagger UI, for keyboard and screen reader users. */
const mendings = [
  [
    'tr[data-param-name] :is(select, input), tr[data-property-name] :is(select, [type="text"], [type="file"])',
    (field) => label(nameOf(field))(field),
  ],
  ['.opblock-body textarea', label('Request body')],
  ['.content-type-wrapper select, select.content-type', label('Media type')],
  ['.examples-select select, select.examples-select-element', label('Example')],
  ['.close-modal', label('Close')],
  ['.auth-btn-wrapper [type="submit"][aria-label]', (button) => button.removeAttribute('aria-label')],
  // A link nested in a button is not accessible, and the button does the same as the link.
  ['.opblock-summary-control a[href]', (link) => link.removeAttribute('href')],
  // The page already has a main landmark.
  ['main#operations', (main) => main.setAttribute('role', 'group')],
  ['.opblock-tag, .models > h4, .modal-ux-header h3', level('2')],
  ['.opblock-section-header h4, .responses-inner h4', level('3')],
  ['.responses-inner h5', level('4')],
  ['.microlight, .opblock-body pre', (code) => code.setAttribute('tabindex', '0')],
];

function mend(root) {
  for (const [selector, apply] of mendings) {
    for (const element of root.querySelectorAll(selector)) apply(element);
  }
}

const root = document.querySelector('#console');
// The observer does not observe attributes, and the fixes change only attributes, so there is no infinite loop.
new MutationObserver(() => mend(root)).observe(root, { childList: true, subtree: true });

window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#console',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  plugins: [formsWithoutSamples],
  requestInterceptor: withoutCookies,
  syntaxHighlight: false,
  validatorUrl: null,
});
