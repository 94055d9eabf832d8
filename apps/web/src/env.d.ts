interface ImportMetaEnv {
  /** Version of the product, which the build inserts. */
  readonly PRODUCT_VERSION: string;
}
