// Draws the reference. Keys stay in the memory of the page: nothing is stored, and no cookie is sent.
const withoutCookies = (request) => {
  request.credentials = 'omit';
  return request;
};

/**
 * Leaves options of a form empty but for their defaults, and sends no empty ones; by itself it fills each with a sample,
 * a width with 1.
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

/** What Swagger UI leaves out for those who use a keyboard or a screen reader. */
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
  // A link within a button can be reached by nobody; the button does the same.
  ['.opblock-summary-control a[href]', (link) => link.removeAttribute('href')],
  // The page has a main part already.
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

const root = document.querySelector('#reference');
// Only attributes are changed, which it does not look at.
new MutationObserver(() => mend(root)).observe(root, { childList: true, subtree: true });

window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  plugins: [formsWithoutSamples],
  requestInterceptor: withoutCookies,
  syntaxHighlight: false,
  validatorUrl: null,
});
