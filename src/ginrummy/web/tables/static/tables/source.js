// Where a stream comes from: here from the server.

/**
 * @param {string} address
 * @returns {EventSource}
 */
export const opened = (address) => new EventSource(address);
