// Where a stream comes from: here from the server.

/**
 * @param {string} address
 * @returns {EventSource}
 */
export const openSource = (address) => new EventSource(address);
