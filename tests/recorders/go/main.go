// Records with go-vcr. Arguments: gateway URL, file without its extension.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"

	"gopkg.in/dnaeon/go-vcr.v3/recorder"
)

type part struct{ Name, Value, Base64, File, Type string }

type request struct {
	Method, Path, JSON string
	Headers            map[string]string
	Form               []part
}

func main() {
	text, err := os.ReadFile(os.Getenv("REQUESTS"))
	check(err)
	var requests []request
	check(json.Unmarshal(text, &requests))
	tape, err := recorder.NewWithOptions(&recorder.Options{
		CassetteName:       os.Args[2],
		Mode:               recorder.ModeRecordOnly,
		RealTransport:      http.DefaultTransport,
		SkipRequestLatency: true,
	})
	check(err)
	client := tape.GetDefaultClient()
	for _, one := range requests {
		send(client, os.Args[1], one)
	}
	check(tape.Stop())
}

func send(client *http.Client, gateway string, one request) {
	body, media := bodyOf(one)
	sent, err := http.NewRequest(one.Method, gateway+one.Path, body)
	check(err)
	for name, value := range one.Headers {
		sent.Header.Set(name, value)
	}
	if media != "" {
		sent.Header.Set("content-type", media)
	}
	reply, err := client.Do(sent)
	check(err)
	_, err = io.Copy(io.Discard, reply.Body)
	check(err)
	check(reply.Body.Close())
}

func bodyOf(one request) (io.Reader, string) {
	if one.Form == nil {
		return bytes.NewBufferString(one.JSON), ""
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, part := range one.Form {
		if part.Base64 == "" {
			check(form.WriteField(part.Name, part.Value))
			continue
		}
		header := textproto.MIMEHeader{}
		header.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q; filename=%q`, part.Name, part.File))
		header.Set("Content-Type", part.Type)
		file, err := form.CreatePart(header)
		check(err)
		content, err := base64.StdEncoding.DecodeString(part.Base64)
		check(err)
		_, err = file.Write(content)
		check(err)
	}
	check(form.Close())
	return &body, form.FormDataContentType()
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
