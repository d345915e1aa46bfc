# Server of the table, built from this source tree (docs/hosting.md)
FROM python:3.13.9-slim-trixie
WORKDIR /source
COPY . .
RUN sed -n '/^uv==/,/[^\\]$/p' hashes.txt > /tmp/uv.txt \
 && pip install --no-cache-dir --require-hashes --requirement /tmp/uv.txt \
 && uv pip install --system --no-cache --constraint constraints.txt --constraint hashes.txt \
    --build-constraint hashes.txt '.[light,web]' \
 && pip uninstall --yes uv \
 && useradd --create-home --uid 1000 ginrummy \
 && install --directory --owner=ginrummy /data
WORKDIR /data
USER 1000
ENV GINRUMMY_DOMAINS=localhost
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz')"]
CMD ["ginrummy", "serve", "--host", "0.0.0.0", "--home", "/data"]
