# The server of the browser table, made from this source tree: docs/hosting.md
FROM python:3.13-slim
WORKDIR /source
COPY . .
RUN pip install --no-cache-dir --constraint constraints.txt '.[fast,web]' \
 && useradd --create-home --uid 1000 ginrummy \
 && install --directory --owner=ginrummy /data
WORKDIR /data
USER 1000
ENV GINRUMMY_DOMAINS=localhost
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz')"]
CMD ["ginrummy", "serve", "--host", "0.0.0.0", "--home", "/data"]
